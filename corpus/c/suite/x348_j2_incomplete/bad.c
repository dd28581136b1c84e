#include <stdio.h>
struct pt { int x, y, z; };
static int f(struct pt p) { return p.x; }
struct pt2 { int x, y; };
int main(void) {
    int (*g)(struct pt2) = (int (*)(struct pt2))f; struct pt2 a = { 1, 2 };
    printf("%d\n", g(a)); /* BAD */
    return 0;
}
