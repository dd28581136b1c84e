/* Each row is given by itself, and the last member of one element has as many as were allocated. */
#include <stdio.h>
#include <stdlib.h>

struct list {
	int n;
	int at[1];
};

static int sum(const int *p, int n)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s += p[i];
	return s;
}

int main(void)
{
	int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
	struct list *l = malloc(sizeof *l + 2 * sizeof(int));
	if (!l)
		return 1;
	int *p = l->at;
	for (int i = 0; i < 3; i++)
		*p++ = i;
	printf("%d %d\n", sum(m[0], 3) + sum(m[1], 3), sum(l->at, 3));
	free(l);
	return 0;
}
