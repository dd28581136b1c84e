#include <stdio.h>
#include <threads.h>
static mtx_t m; static cnd_t c; static int go;
static int w(void *a) { (void)a; mtx_lock(&m); go = 1; cnd_signal(&c); mtx_unlock(&m); return 0; }
int main(void) {
    thrd_t t; struct timespec ts;
    mtx_init(&m, mtx_timed); cnd_init(&c);
    if (thrd_create(&t, w, 0) != thrd_success) return 1;
    timespec_get(&ts, TIME_UTC); ts.tv_sec += 1;
    mtx_lock(&m);
    while (!go) cnd_timedwait(&c, &m, &ts);
    mtx_unlock(&m);
    thrd_join(t, 0);
    puts("woke");
    cnd_destroy(&c); mtx_destroy(&m);
    return 0;
}
