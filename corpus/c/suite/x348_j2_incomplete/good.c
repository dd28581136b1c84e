#include <stdio.h>
struct pt { int x, y, z; };
static int f(struct pt p) { return p.x; }
struct pt2 { int x, y; };
int main(void) {
    int (*g)(struct pt) = f; struct pt a = { 1, 2, 3 };
    printf("%d\n", g(a));
    return 0;
}
