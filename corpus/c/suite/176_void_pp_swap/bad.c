#include <stdio.h>

static void swap_ptr(void **a, void **b)
{
    void *t = *a;
    *a = *b;
    *b = t;
}

struct buffers { int *front, *back; };

static void flip(struct buffers *f)
{
    swap_ptr((void **)&f->front, (void **)&f->back);
}

int main(void)
{
    int one[2] = { 1, 11 }, two[2] = { 2, 22 };
    struct buffers f = { one, two };
    flip(&f);
    printf("%d %d\n", f.front[0], f.back[0]);
    flip(&f);
    printf("%d %d\n", f.front[1], f.back[1]);
    return 0;
}
