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
    void *x = f->front, *y = f->back;
    swap_ptr(&x, &y);
    f->front = x;
    f->back = y;
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
