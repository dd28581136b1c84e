/* TUF-UB-021 7.1.4p1 what strftime left when the date did not fit is printed */
#include <stdio.h>
#include <time.h>

int main(void)
{
	struct tm day = {.tm_year = 126, .tm_mon = 10, .tm_mday = 24};
	char to[8] = "";
	strftime(to, sizeof to, "%Y-%m-%d", &day);
	puts(to); /* HERE */
	return 0;
}
