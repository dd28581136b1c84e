#include <stdio.h>

struct pair {
	_Atomic int x;
	int y;
};

int main(void)
{
	struct pair p = {1, 2};
	p.x++;
	printf("%d\n", p.x + p.y);
	return 0;
}
