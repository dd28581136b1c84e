#include <stdio.h>
#include <pthread.h>
static int a[2];
static void *w(void *x) { long k = (long)x; for (int i = 0; i < 50; i++) a[k]++; return 0; } /* BAD */
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, w, (void *)0L);
    pthread_create(&u, 0, w, (void *)0L);
    pthread_join(t, 0); pthread_join(u, 0);
    printf("%d\n", a[0] > 0);
    return 0;
}
