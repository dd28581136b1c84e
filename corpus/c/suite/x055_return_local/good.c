#include <stdio.h>
struct s { int a[3]; };
static struct s mk(void) { struct s s = { { 1, 2, 3 } }; return s; }
int main(void) {
    struct s t = mk(); int *p = t.a;
    printf("%d\n", p[1]);
    return 0;
}
