/* TUF-UB-031 the result of setjmp is added to something */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;

int main(void)
{
	if (setjmp(place) + 1 > 1) { /* HERE */
		puts("back");
		return 0;
	}
	longjmp(place, 1);
}
