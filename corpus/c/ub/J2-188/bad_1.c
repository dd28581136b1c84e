/* TUF-UB-026 7.22.5.1p2 the table is not sorted */
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}

int main(void)
{
	static const int v[] = {3, 1, 2, 5, 4};
	int key = 3;
	printf("%d\n", bsearch(&key, v, 5, sizeof v[0], compare) != NULL); /* HERE */
	return 0;
}
