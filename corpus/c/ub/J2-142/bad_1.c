/* TUF-UB-031 the last parameter is a char */
#include <stdarg.h>
#include <stdio.h>

static int first(char kind, ...)
{
	va_list list;
	va_start(list, kind); /* HERE */
	int x = va_arg(list, int);
	va_end(list);
	return x;
}

int main(void)
{
	printf("%d\n", first('i', 3));
	return 0;
}
