#include <stdio.h>
#include <stdatomic.h>
#include <threads.h>
static int data; static atomic_int f;
static int w(void *a) { (void)a; data = 3;
    atomic_store_explicit(&f, 1, memory_order_relaxed); return 0; }
int main(void) {
    thrd_t t;
    if (thrd_create(&t, w, 0) != thrd_success) return 1;
    while (!atomic_load_explicit(&f, memory_order_relaxed)) thrd_yield();
    atomic_thread_fence(memory_order_acquire);
    printf("%d\n", data); /* BAD */
    thrd_join(t, 0);
    return 0;
}
