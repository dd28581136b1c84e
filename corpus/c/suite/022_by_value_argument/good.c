#include <stdio.h>

struct vec { int x, y, z; };

static int dot(struct vec a, struct vec b)
{
    int r = a.x * b.x;
    r += a.y * b.y;
    r += (a.z & 1) * (b.z & 1);
    return r;
}

static struct vec *set2(struct vec *v, int x, int y)
{
    v->x = x;
    v->y = y;
    v->z = 0;
    return v;
}

int main(void)
{
    struct vec a = { 1, 2, 3 };
    struct vec b;
    set2(&b, 4, 5);
    printf("%d\n", dot(a, a));
    printf("%d\n", dot(a, b));
    return 0;
}
