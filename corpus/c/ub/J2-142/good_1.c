#include <stdarg.h>
#include <stdio.h>

static int first(int kind, ...)
{
	va_list list;
	va_start(list, kind);
	int x = va_arg(list, int);
	va_end(list);
	return x;
}

int main(void)
{
	printf("%d\n", first('i', 3));
	return 0;
}
