#include <stdio.h>

struct opts { int depth; int width; };

static int area(const struct opts *o)
{
    return o->depth * o->width;
}

static int run(int mode)
{
    const struct opts *o;
    if (mode == 1) {
        o = &(struct opts){ 3, 4 };
    } else {
        o = &(struct opts){ 5, 6 };
    }
    int extra[4] = { mode, mode, mode, mode };
    return area(o) + extra[3];
}

int main(void)
{
    printf("%d\n", run(1));
    printf("%d\n", run(2));
    return 0;
}
