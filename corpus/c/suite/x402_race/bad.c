#include <stdio.h>
#include <threads.h>
static mtx_t m; static int q[4], n;
static int prod(void *x) { (void)x;
    for (int i = 0; i < 3; i++) { mtx_lock(&m); q[n++] = i; mtx_unlock(&m); } /* BAD */
    return 0; }
int main(void) {
    thrd_t t; int got = 0;
    mtx_init(&m, mtx_plain);
    if (thrd_create(&t, prod, 0) != thrd_success) return 1;
    for (;;) {
        if (n > 0) { /* BAD */
            mtx_lock(&m); got += n; n = 0; mtx_unlock(&m); }
        if (got == 3) break;
        thrd_yield();
    }
    thrd_join(t, 0);
    printf("%d\n", got);
    return 0;
}
