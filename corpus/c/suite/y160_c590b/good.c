#include <stdlib.h>
static int g[3];
struct h { int *p; };
static void del(struct h h) { free(h.p); }
int main(void) { struct h h;
 h.p = malloc(3); (void)g;
 del(h); }
