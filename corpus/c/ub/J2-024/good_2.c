#include <stdint.h>
#include <stdio.h>

static int number(void *p) { return (int)(intptr_t)p; }

int main(void)
{
	void *p = (void *)7;
	printf("%d %d %d\n", (int)p, number((void *)9), (_Bool)&p);
	return 0;
}
