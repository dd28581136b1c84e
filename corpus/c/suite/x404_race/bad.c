#include <stdio.h>
#include <pthread.h>
static int result;
static void *w(void *x) { result = 9; return x; } /* BAD */
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    int r = result; /* BAD */
    pthread_join(t, 0);
    printf("%d\n", r >= 0);
    return 0;
}
