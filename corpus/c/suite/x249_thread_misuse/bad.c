#include <stdio.h>
#include <pthread.h>
static void *w(void *a) { return a; }
int main(void) {
    pthread_t t;
    void *r = &t;
    (void)w;
    pthread_join(t, &r); /* BAD */
    printf("%d\n", r == 0);
    return 0;
}
