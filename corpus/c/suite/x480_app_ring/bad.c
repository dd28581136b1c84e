#include <stdio.h>
#include <pthread.h>
#define N 4
static int q[N]; static unsigned head, tail; static int done;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ne = PTHREAD_COND_INITIALIZER, nf = PTHREAD_COND_INITIALIZER;
static void *cons(void *a) {
    int *s = a;
    for (;;) {
        pthread_mutex_lock(&m);
        while (head == tail && !done) pthread_cond_wait(&ne, &m); /* BAD */
        if (head == tail) { pthread_mutex_unlock(&m); break; }
        *s += q[head++ % N];
        pthread_cond_signal(&nf);
        pthread_mutex_unlock(&m);
    }
    return 0;
}
int main(void) {
    pthread_t t; int s = 0;
    pthread_create(&t, 0, cons, &s);
    for (int i = 1; i <= 9; i++) {
        pthread_mutex_lock(&m);
        while (tail - head == N) pthread_cond_wait(&nf, &m);
        q[tail++ % N] = i;
        pthread_cond_signal(&ne);
        pthread_mutex_unlock(&m);
    }
    done = 1; /* BAD */
    pthread_cond_broadcast(&ne);
    pthread_mutex_lock(&m); pthread_cond_broadcast(&ne); pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    printf("%d\n", s);
    return 0;
}
