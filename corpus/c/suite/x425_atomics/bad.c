#include <stdio.h>
#include <stdatomic.h>
#include <pthread.h>
static atomic_flag lk = ATOMIC_FLAG_INIT; static int n;
static void *w(void *x) {
    for (int i = 0; i < 10; i++) {
        while (atomic_flag_test_and_set_explicit(&lk, memory_order_relaxed)) ;
        n++; /* BAD */
        atomic_flag_clear_explicit(&lk, memory_order_relaxed);
    }
    return x;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, w, 0); pthread_create(&u, 0, w, 0);
    pthread_join(t, 0); pthread_join(u, 0);
    printf("%d\n", n > 0);
    return 0;
}
