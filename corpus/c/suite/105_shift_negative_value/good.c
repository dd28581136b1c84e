#include <stdio.h>

typedef int fixed;

struct vec { fixed x, y; };

static fixed to_fixed(int v)
{
    return v * 256;
}

static struct vec make(int x, int y)
{
    struct vec v = { to_fixed(x), to_fixed(y) };
    return v;
}

int main(void)
{
    struct vec a = make(3, 4);
    struct vec b = make(10, -6);
    printf("%d %d\n", a.x, a.y);
    printf("%d\n", a.x + b.x);
    printf("%d\n", b.y);
    return 0;
}
