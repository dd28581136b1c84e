/* TUF-UB-031 a pointer of the heap is kept as a number of 32 bits */
#include <stdlib.h>

struct handle {
	unsigned id;
};

int main(void)
{
	char *p = malloc(4);
	struct handle h = {(unsigned)p}; /* HERE */
	free(p);
	return h.id & 0;
}
