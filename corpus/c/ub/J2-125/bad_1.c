/* TUF-UB-031 the result of setjmp is an argument */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;

int main(void)
{
	printf("%d\n", setjmp(place)); /* HERE */
	return 0;
}
