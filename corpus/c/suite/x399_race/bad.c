#include <stdio.h>
#include <string.h>
#include <pthread.h>
static char buf[16]; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *w(void *x) {
    strcpy(buf, x); /* BAD */
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, w, "first"); pthread_create(&u, 0, w, "second");
    pthread_join(t, 0); pthread_join(u, 0);
    printf("%d\n", buf[0] != 0);
    (void)m;
    return 0;
}
