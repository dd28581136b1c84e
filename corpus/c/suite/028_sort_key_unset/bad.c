#include <stdio.h>
#include <stdlib.h>

struct job { int id; int prio; };

static int by_prio(const void *a, const void *b)
{
    const struct job *x = a, *y = b;
    int p = x->prio, q = y->prio;
    return (p > q) - (p < q);
}

static void load(struct job *jobs, const char *spec)
{
    for (int i = 0; spec[i]; i++) {
        jobs[i].id = i;
        if (spec[i] != '-')
            jobs[i].prio = spec[i] - '0';
    }
}

int main(void)
{
    struct job jobs[5];
    load(jobs, "52-41");
    qsort(jobs, 5, sizeof jobs[0], by_prio);
    int sum = 0;
    for (int i = 0; i < 5; i++)
        sum += jobs[i].id;
    printf("ids sum to %d\n", sum);
    return 0;
}
