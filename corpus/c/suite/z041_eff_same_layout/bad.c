#include <stdio.h>
struct a { int x; float y; };
struct b { int x; float y; };
static struct a v = { 1, 2.5f };
int main(void)
{
    struct b *p = (struct b *)&v;
    struct b c = *p;
    printf("%d\n", c.x);
    return 0;
}
