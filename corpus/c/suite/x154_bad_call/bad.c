#include <stdio.h>
typedef void (*cb)(void *, ...);
static void on(void *p, int k) { printf("%d\n", *(int *)p + k); }
int main(void) {
    int b = 40;
    cb f = (cb)on;
    f(&b, 2); /* BAD */
    return 0;
}
