#include <stdio.h>
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int *inst, store;
static void mk(void) { store = 5; inst = &store; }
static void *w(void *x) {
    pthread_once(&once, mk);
    return *inst == 5 ? x : 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, w, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    printf("%d\n", *inst);
    (void)once;
    return 0;
}
