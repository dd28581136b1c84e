#include <stdio.h>

struct frame { int depth; struct frame *prev; };

static struct frame *top;

static int descend(int depth)
{
    struct frame f = { depth, top };
    int r = depth;
    top = &f;
    if (depth < 3)
        r += descend(depth + 1);
    if (depth != 2)
        top = f.prev;
    return r;
}

static int depth_now(void)
{
    return top ? top->depth : -1;
}

int main(void)
{
    int s = descend(2);
    printf("sum %d\n", s);
    printf("depth %d\n", depth_now());
    return 0;
}
