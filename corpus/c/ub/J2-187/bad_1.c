/* TUF-UB-026 7.22.5p4 a comparison tells greater from the rest only */
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	return *(const int *)a > *(const int *)b;
}

int main(void)
{
	int v[] = {3, 1, 2, 5, 4};
	qsort(v, 5, sizeof v[0], compare); /* HERE */
	printf("%d\n", v[0]);
	return 0;
}
