#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	const char *name;
	int weight;
};

static int by_weight(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	if (x->weight != y->weight)
		return x->weight < y->weight ? 1 : -1;
	return strcmp(x->name, y->name);
}

static int none(const void *a, const void *b)
{
	(void)a, (void)b;
	return 0;
}

int main(void)
{
	struct entry e[] = {{"pear", 2}, {"fig", 9}, {"apple", 2}};
	qsort(e, 3, sizeof e[0], by_weight);
	qsort(e, 1, sizeof e[0], none);
	qsort(e, 0, sizeof e[0], by_weight);
	printf("%s %s %s\n", e[0].name, e[1].name, e[2].name);
	return 0;
}
