/* The address of the first member is that of its struct, converted (C11 6.7.2.1p15). */
#include <stdio.h>

struct shape { int kind; int edges; };
struct box { struct shape shape; int *cells; int *end; };
struct node { struct node *next; int key; };

static int cells[4] = {1, 2, 3, 4};

static int sum(struct shape *s)
{
	struct box *b = (struct box *)s;
	int total = s->edges;
	for (int *p = b->cells; p != b->end; p++)
		total += *p;
	return total;
}

static int key(struct node **link)
{
	struct node *n = (struct node *)link;
	return n->key;
}

static int edges(int *kind) { return ((struct shape *)kind)->edges; }

int main(void)
{
	struct box b = {{1, 4}, cells, cells + 4};
	struct node n = {0, 7};
	printf("%d %d %d\n", sum(&b.shape), key(&n.next), edges(&b.shape.kind));
	return 0;
}
