#include <stdio.h>
#include <stdlib.h>
#include <pthread.h>
struct q { pthread_mutex_t m, m2; int n; };
static void *w(void *a) {
    struct q *q = a;
    pthread_mutex_lock(&q->m2);
    q->n += 2; /* BAD */
    pthread_mutex_unlock(&q->m2);
    return 0;
}
int main(void) {
    struct q *q = calloc(1, sizeof *q);
    if (!q) return 1;
    pthread_mutex_init(&q->m, 0); pthread_mutex_init(&q->m2, 0);
    pthread_t t;
    pthread_create(&t, 0, w, q);
    pthread_mutex_lock(&q->m);
    q->n++; /* BAD */
    pthread_mutex_unlock(&q->m);
    pthread_join(t, 0);
    printf("%d\n", q->n);
    pthread_mutex_destroy(&q->m); pthread_mutex_destroy(&q->m2);
    free(q);
    return 0;
}
