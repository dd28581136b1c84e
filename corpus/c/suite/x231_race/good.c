#include <stdio.h>
#include <threads.h>
#include <stdatomic.h>
static atomic_int ready;
static int payload;
static int prod(void *a) {
    (void)a;
    payload = 42;
    atomic_store(&ready, 1);
    return 0;
}
int main(void) {
    thrd_t t; int r, v;
    if (thrd_create(&t, prod, 0) != thrd_success) return 1;
    while (!atomic_load(&ready)) thrd_yield();
    v = payload;
    thrd_join(t, &r);
    printf("%d\n", v >= 0);
    return 0;
}
