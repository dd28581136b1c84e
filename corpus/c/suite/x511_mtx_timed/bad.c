#include <stdio.h>
#include <time.h>
#include <threads.h>
int main(void) {
    mtx_t m; struct timespec ts = { 0, 0 };
    mtx_init(&m, mtx_plain);
    int r = mtx_timedlock(&m, &ts); /* BAD */
    printf("%d\n", r == thrd_success || r == thrd_timedout);
    mtx_unlock(&m);
    return 0;
}
