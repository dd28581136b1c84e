#include <stdio.h>

unsigned long sum(unsigned long first, const unsigned char *bytes, unsigned long n);

/* A definition without a prototype, after a declaration with one: calls convert their arguments. */
unsigned long sum(first, bytes, n)
	unsigned long first;
	const unsigned char *bytes;
	unsigned long n;
{
	while (n > 0)
		first += bytes[--n];
	return first;
}

int main(void)
{
	unsigned n = 2;
	printf("%lu %lu\n", sum(0, (const unsigned char *)"ab", n), sum(1, 0, 0));
	return 0;
}
