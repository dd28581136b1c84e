/* TUF-UB-031 the last parameter is a float */
#include <stdarg.h>
#include <stdio.h>

static double scaled(float by, ...)
{
	va_list list;
	va_start(list, by); /* HERE */
	double x = va_arg(list, double);
	va_end(list);
	return x * by;
}

int main(void)
{
	printf("%g\n", scaled(2, 1.5));
	return 0;
}
