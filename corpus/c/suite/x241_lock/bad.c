#include <stdio.h>
#include <threads.h>
static mtx_t m;
static int other(void *a) { (void)a;
    mtx_unlock(&m); return 0; } /* BAD */
int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    mtx_lock(&m);
    if (thrd_create(&t, other, 0) != thrd_success) return 1;
    thrd_join(t, 0);
    puts("x");
    mtx_destroy(&m);
    return 0;
}
