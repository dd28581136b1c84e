#include <stdio.h>
typedef void (*cb)(void *, ...);
static void on(void *p, ...) { printf("%d\n", *(int *)p + 2); }
int main(void) {
    int b = 40;
    cb f = (cb)on;
    f(&b, 2);
    return 0;
}
