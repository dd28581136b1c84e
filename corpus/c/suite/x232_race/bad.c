#include <stdio.h>
#include <stdatomic.h>
#include <pthread.h>
static atomic_int flag; static int data;
static void *w(void *a) { (void)a; data = 5;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    while (!atomic_load_explicit(&flag, memory_order_acquire)) ;
    printf("%d\n", data); /* BAD */
    pthread_join(t, 0);
    return 0;
}
