#include <stdarg.h>
#include <stdio.h>

struct pair {
	char a, b;
};

static double scaled(struct pair by, ...)
{
	va_list list;
	va_start(list, by);
	double x = va_arg(list, double);
	va_end(list);
	return x * by.b;
}

int main(void)
{
	printf("%g\n", scaled((struct pair){1, 2}, 1.5));
	return 0;
}
