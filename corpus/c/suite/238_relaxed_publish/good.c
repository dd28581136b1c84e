#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
#include <stdatomic.h>

struct msg { int id; int body[4]; };

static struct msg box;
static atomic_int full;

#define STORE memory_order_release
#define LOAD memory_order_acquire

static int sender(void *arg)
{
    box.id = *(int *)arg;
    for (int i = 0; i < 4; i++)
        box.body[i] = i * 11;
    atomic_store_explicit(&full, 1, STORE);
    return 0;
}

int main(void)
{
    thrd_t t;
    int id = 77;
    if (thrd_create(&t, sender, &id) != thrd_success)
        return 1;
    while (!atomic_load_explicit(&full, LOAD))
        thrd_yield();
    int got = box.id;
    thrd_join(t, NULL);
    printf("got %d\n", got);
    printf("body %d\n", box.body[3]);
    return 0;
}
