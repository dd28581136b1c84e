#include <stdio.h>
#include <errno.h>
#include <stdlib.h>
#include <pthread.h>
static int bad;
static void *w(void *a) {
    long k = (long)a;
    for (int i = 0; i < 5; i++) { errno = (int)k; strtol("1", NULL, 10); if (errno != k)
        bad++; } /* BAD */
    bad++; /* BAD */
    return 0;
}
int main(void) {
    pthread_t x, y; void *p, *q;
    errno = 3;
    pthread_create(&x, 0, w, (void *)11L); pthread_create(&y, 0, w, (void *)12L);
    pthread_join(x, &p); pthread_join(y, &q);
    printf("%d %d %d %d\n", errno, p == 0, q == 0, bad != 99);
    return 0;
}
