#include <setjmp.h>
#include <stdio.h>

static jmp_buf first, second, third;

int main(void)
{
	if (!setjmp(first)) {
		if (setjmp(second) == 0)
			longjmp(second, 7);
		longjmp(first, 1);
	}
	volatile int n = 0;
	while (setjmp(third) < 3)
		longjmp(third, ++n);
	setjmp(third);
	printf("%d\n", n);
	return 0;
}
