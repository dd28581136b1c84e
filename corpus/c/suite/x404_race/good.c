#include <stdio.h>
#include <pthread.h>
static int result;
static void *w(void *x) { result = 9; return x; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    pthread_join(t, 0);
    int r = result;
    printf("%d\n", r >= 0);
    return 0;
}
