#include <stdio.h>
struct ops { int (*open)(int); int (*close)(int); };
static int op(int x) { return x + 1; }
static const struct ops o = { .open = op, .close = op };
int main(void) {
    int h = o.open(3);
    printf("%d\n", o.close(h));
    return 0;
}
