#include <stdio.h>
#include <semaphore.h>
#include <pthread.h>
static sem_t s; static int v;
static void *w(void *x) { v = 3; sem_post(&s);
    return x; }
int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, w, 0);
    sem_wait(&s);
    printf("%d\n", v > 0);
    pthread_join(t, 0);
    sem_destroy(&s);
    return 0;
}
