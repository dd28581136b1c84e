#include <stdio.h>
#include <pthread.h>
static pthread_spinlock_t s; static int n;
static void *w(void *x) {
    n++; /* BAD */
    pthread_spin_lock(&s); pthread_spin_unlock(&s);
    return x; }
int main(void) {
    pthread_t a, b; pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, 0, w, 0); pthread_create(&b, 0, w, 0);
    pthread_join(a, 0); pthread_join(b, 0);
    printf("%d\n", n > 0);
    pthread_spin_destroy(&s);
    return 0;
}
