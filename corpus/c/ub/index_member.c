/* TUF-UB-031 an index that leaves a member reaches the next one (C11 6.5.6p8) */
#include <stdio.h>
struct ring {
	int slot[8];
	int mark;
};
static int at(const struct ring *r, int i) {
	return r->slot[i]; /* HERE */
}
int main(void) {
	struct ring r = {{0}, 7};
	printf("%d\n", at(&r, 8));
	return 0;
}
