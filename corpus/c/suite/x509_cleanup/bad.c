#include <stdio.h>
#include <pthread.h>
static int *out;
static void *w(void *a) {
    int local = 4; (void)a;
    out = &local;
    return 0; }
int main(void) {
    pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, 0);
    printf("%d\n", *out); /* BAD */
    return 0;
}
