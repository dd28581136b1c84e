#include <stdio.h>
#include <stdlib.h>

struct msg { int n; int body[]; };

static struct msg *msg_new(int n)
{
    struct msg *m = malloc(sizeof *m + (size_t)n * sizeof(int));
    if (!m)
        exit(1);
    m->n = n;
    for (int i = 0; i < n; i++)
        m->body[i] = i * i;
    return m;
}

static int msg_sum(const struct msg *m)
{
    int s = 0;
    for (int i = 0; i < m->n; i++)
        s += m->body[i];
    return s;
}

int main(void)
{
    struct msg *m = msg_new(5);
    printf("n %d\n", m->n);
    printf("sum %d\n", msg_sum(m));
    free(m);
    return 0;
}
