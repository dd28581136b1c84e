#include <stdio.h>
struct p { int x, y; };
static struct p mid(struct p a, struct p b) {
    struct p m;
    m.x = (a.x + b.x) / 2;
    m.y = (a.y + b.y) / 2;
} /* BAD */
int main(void) {
    struct p a = { 0, 0 }, b = { 2, 4 };
    struct p c = mid(a, b); /* BAD */
    printf("%d\n", c.y); /* BAD */
    return 0;
}
