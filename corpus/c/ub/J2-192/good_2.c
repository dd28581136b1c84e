#include <stdio.h>
#include <time.h>

int main(void)
{
	struct tm day = {.tm_year = 126, .tm_mon = 10, .tm_mday = 24};
	char to[16] = "";
	if (strftime(to, sizeof to, "%Y-%m-%d", &day) > 0)
		puts(to);
	return 0;
}
