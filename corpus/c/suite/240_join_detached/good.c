#include <stdio.h>
#include <threads.h>
#include <stdatomic.h>

static atomic_int stop, finished;

static int worker(void *arg)
{
    int *n = arg;
    while (!atomic_load(&stop)) {
        thrd_yield();
        ++*n;
        if (*n > 1000)
            *n = 0;
    }
    atomic_store(&finished, 1);
    return 5;
}

int main(void)
{
    static int n;
    thrd_t t;
    int rc = 0, st = 0;
    if (thrd_create(&t, worker, &n) != thrd_success)
        return 1;
    atomic_store(&stop, 1);
    st = thrd_join(t, &rc) == thrd_success;
    while (!atomic_load(&finished))
        thrd_yield();
    printf("joined %d\n", st == 0 || st == 1);
    printf("finished %d\n", atomic_load(&finished));
    return 0;
}
