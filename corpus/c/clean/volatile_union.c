/* A null pointer that is stored to a member of a volatile union, read as a number (C11 6.5.2.3, footnote 95). */
#include <stdio.h>
union u { unsigned low; unsigned long all; volatile signed char *p; };
static volatile union u g = {1u};
int main(void)
{
	g.p = 0;
	unsigned a = g.low;
	unsigned long b = g.all;
	static signed char c;
	g.p = &c;
	printf("%u %lu %d\n", a, b, g.all == (unsigned long)&c);
	return 0;
}
