#include <stdio.h>
#include <pthread.h>
static pthread_barrier_t b; static int x[2];
static int seen[2];
static void *w(void *p) {
    long k = (long)p;
    x[k] = (int)k + 1;
    pthread_barrier_wait(&b);
    seen[k] = x[1 - k];
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, w, (void *)0L); pthread_create(&u, 0, w, (void *)1L);
    pthread_join(t, 0); pthread_join(u, 0);
    printf("%d\n", seen[0] + seen[1] >= 0);
    pthread_barrier_destroy(&b);
    return 0;
}
