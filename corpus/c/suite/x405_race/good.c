#include <stdio.h>
#include <stdatomic.h>
#include <pthread.h>
static atomic_int n;
static void *w(void *x) { for (int i = 0; i < 20; i++) n += 2; return x; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, w, 0); pthread_create(&u, 0, w, 0);
    pthread_join(t, 0); pthread_join(u, 0);
    printf("%d\n", n > 0);
    return 0;
}
