/* TUF-UB-021 7.1.4p1 what strxfrm left when its result did not fit is printed */
#include <stdio.h>
#include <string.h>

int main(void)
{
	char to[4] = "abc";
	size_t n = strxfrm(to, "a longer text", sizeof to);
	printf("%zu\n", n);
	fputs(to, stdout); /* HERE */
	return 0;
}
