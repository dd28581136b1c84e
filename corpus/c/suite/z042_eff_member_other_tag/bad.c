#include <stdio.h>
struct pt { short x, y; };
struct sz { short w, h; };
static int width(const struct sz *s) { return s->w; }
int main(void)
{
    struct pt p = { 3, 4 };
    printf("%d\n", width((const struct sz *)&p));
    return 0;
}
