#include <stdio.h>
struct p { int x, y; };
struct q { int x, y; };
static int norm(struct p a) { return a.x * a.x + a.y * a.y; }
int main(void)
{
    int (*f)(struct q) = (int (*)(struct q))norm;
    struct q v = { 3, 4 };
    printf("%d\n", f(v));
    return 0;
}
