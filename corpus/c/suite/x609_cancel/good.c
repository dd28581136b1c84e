#include <stdio.h>
#include <stdlib.h>
#include <pthread.h>
static void fr(void *p) { free(p); }
static void *w(void *a) {
    char *p = malloc(4);
    pthread_cleanup_push(fr, p);
    for (;;) pthread_testcancel();
    pthread_cleanup_pop(1);
    return a;
}
int main(void) {
    pthread_t t; void *r;
    pthread_create(&t, 0, w, 0); pthread_cancel(t); pthread_join(t, &r);
    printf("%d\n", r == PTHREAD_CANCELED);
    return 0;
}
