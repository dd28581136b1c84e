#include <stdio.h>
#include <pthread.h>
static void *w(void *a) { return a; }
int main(void) {
    pthread_t t; pthread_create(&t, 0, w, 0);
    void *r = &t;
    (void)w;
    pthread_join(t, &r);
    printf("%d\n", r == 0);
    return 0;
}
