#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}

int main(void)
{
	static const int v[] = {1, 2, 3, 5};
	for (int key = 0; key < 7; key++)
		printf("%d", bsearch(&key, v, 4, sizeof v[0], compare) != NULL);
	puts("");
	return 0;
}
