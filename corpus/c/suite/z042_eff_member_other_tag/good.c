#include <stdio.h>
struct pt { short x, y; };
struct sz { short w, h; };
static int width(const struct sz *s) { return s->w; }
static int xof(const struct pt *s) { return s->x; }
int main(void)
{
    struct pt p = { 3, 4 };
    printf("%d\n", xof(&p)); (void)width;
    return 0;
}
