#include <stdint.h>
#include <stdio.h>

int main(void)
{
	int x = 4;
	uintptr_t n = (uintptr_t)&x;
	unsigned hash = (unsigned)(n >> 4);
	printf("%d %d\n", *(int *)n, hash == (unsigned)(n >> 4));
	return 0;
}
