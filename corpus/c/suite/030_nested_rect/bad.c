#include <stdio.h>

struct point { int x, y; };
struct rect { struct point tl, br; };

static struct rect *grow(struct rect *r, struct point c, int half)
{
    r->tl.x = c.x - half;
    r->tl.y = c.y - half;
    r->br.x = c.x + half;
    r->tl.y = c.y + half;
    return r;
}

static int inside(const struct rect *r, struct point p)
{
    if (p.x < r->tl.x || p.x >= r->br.x)
        return 0;
    return p.y < r->br.y;
}

int main(void)
{
    struct rect r;
    struct point c = { 10, 10 };
    grow(&r, c, 4);
    int n = 0;
    for (int i = 0; i < 20; i++)
        n += inside(&r, (struct point){ i, i });
    printf("left %d\n", r.tl.x);
    printf("inside %d\n", n);
    return 0;
}
