#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;
static volatile int round;

int main(void)
{
	switch (setjmp(place)) {
	case 0:
		longjmp(place, 2);
	case 2:
		puts("two");
	}
	(void)setjmp(place);
	if (round++ < 2)
		longjmp(place, 1);
	printf("%d\n", round);
	return 0;
}
