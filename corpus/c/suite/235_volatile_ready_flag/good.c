#include <stdio.h>
#include <threads.h>
#include <stdatomic.h>

struct channel {
    int payload;
    atomic_int ready;
};

static int producer(void *arg)
{
    struct channel *c = arg;
    c->payload = 42;
    c->ready = 1;
    return 0;
}

static int consume(struct channel *c)
{
    while (!c->ready)
        thrd_yield();
    return c->payload;
}

int main(void)
{
    static struct channel c;
    thrd_t t;
    if (thrd_create(&t, producer, &c) != thrd_success)
        return 1;
    int v = consume(&c);
    thrd_join(t, NULL);
    printf("got %d\n", v);
    return 0;
}
