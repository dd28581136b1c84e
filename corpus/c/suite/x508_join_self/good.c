#include <stdio.h>
#include <pthread.h>
static void *w(void *a) { return a; }
int main(void) {
    pthread_t t; void *r;
    pthread_create(&t, 0, w, &t);
    pthread_join(t, &r);
    printf("%d\n", r == &t);
    return 0;
}
