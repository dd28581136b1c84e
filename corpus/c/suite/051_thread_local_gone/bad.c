#include <stdio.h>
#include <threads.h>

static _Thread_local int scratch[8];

struct work { int base; int *result; int copy[8]; };

static int worker(void *arg)
{
    struct work *w = arg;
    for (int i = 0; i < 8; i++) {
        scratch[i] = w->base + i;
        w->copy[i] = scratch[i];
    }
    w->result = scratch;
    return 0;
}

int main(void)
{
    struct work w = { 100, NULL, {0} };
    thrd_t t;
    int rc;
    if (thrd_create(&t, worker, &w) != thrd_success)
        return 1;
    thrd_join(t, &rc);
    printf("rc %d\n", rc);
    printf("last %d\n", w.result[7]);
    return 0;
}
