#include <stdio.h>
#include <threads.h>

static int counter;
static mtx_t lock;

static int worker(void *arg)
{
    int n = *(int *)arg;
    for (int i = 0; i < n; i++) {
        mtx_lock(&lock);
        counter++;
        mtx_unlock(&lock);
    }
    return n;
}

int main(void)
{
    thrd_t t[2];
    int n = 1000, done = 0;
    if (mtx_init(&lock, mtx_plain) != thrd_success)
        return 1;
    for (int i = 0; i < 2; i++)
        if (thrd_create(&t[i], worker, &n) != thrd_success)
            return 1;
    for (int i = 0; i < 2; i++) {
        int r;
        thrd_join(t[i], &r);
        done += r;
    }
    printf("done %d\n", done);
    printf("%d\n", counter > 0);
    mtx_destroy(&lock);
    return 0;
}
