#include <stdio.h>
struct n { int v; struct n *nx; };
static struct n pool[3] = { { 1, &pool[1] }, { 2, &pool[2] }, { 3, NULL } };
static struct n *nth(int k) { struct n *p = pool; while (k--) p = p->nx; return p; } /* BAD */
int main(void) {
    printf("%d\n", nth(4) != 0); 
    return 0;
}
