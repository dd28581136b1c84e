#include <stdio.h>
#include <stdlib.h>

struct point { int x; int y; };

static int by_x(const void *a, const void *b)
{
    const struct point *p = a, *q = b;
    return p->x - q->x;
}

int main(void)
{
    struct point pts[2] = { { 2000000000, 1 }, { -2000000000, 2 } };
    qsort(pts, 2, sizeof pts[0], by_x);
    printf("%d\n", pts[0].y + pts[1].y);
    struct point near[3] = { { 3, 0 }, { -1, 0 }, { 2, 0 } };
    qsort(near, 3, sizeof near[0], by_x);
    printf("%d %d %d\n", near[0].x, near[1].x, near[2].x);
    return 0;
}
