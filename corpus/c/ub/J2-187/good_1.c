#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}

int main(void)
{
	int v[] = {3, 1, 2, 5, 4, 3, 3};
	qsort(v, 7, sizeof v[0], compare);
	for (int i = 0; i < 7; i++)
		printf("%d ", v[i]);
	puts("");
	return 0;
}
