#include <stdio.h>
#include <threads.h>

struct task { const int *v; int n; long sum; };

static int add_up(void *arg)
{
    struct task *t = arg;
    for (int i = 0; i < t->n; i++)
        t->sum += t->v[i];
    return 0;
}

int main(void)
{
    int v[100];
    for (int i = 0; i < 100; i++)
        v[i] = i;
    struct task t = { v, 100, 0 };
    thrd_t id;
    if (thrd_create(&id, add_up, &t) != thrd_success)
        return 1;
    thrd_join(id, NULL);
    long s = t.sum;
    printf("%d\n", s >= 0);
    printf("final %ld\n", t.sum);
    return 0;
}
