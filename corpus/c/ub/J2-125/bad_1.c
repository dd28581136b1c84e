/* TUF-UB-031 the result of setjmp is assigned */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;

int main(void)
{
	int again = setjmp(place); /* HERE */
	if (again == 0)
		longjmp(place, 2);
	printf("%d\n", again);
	return 0;
}
