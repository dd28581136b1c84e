#include <stdio.h>

struct pair {
	int x, y;
};

static _Atomic struct pair p;

int main(void)
{
	struct pair q = p;
	q.x = 3;
	p = q;
	q = p;
	printf("%d\n", q.x);
	return 0;
}
