#include <stdio.h>
#include <errno.h>
#include <pthread.h>
int main(void) {
    pthread_mutexattr_t a; pthread_mutex_t m;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_DEFAULT);
    pthread_mutex_init(&m, &a); pthread_mutexattr_destroy(&a);
    int r = pthread_mutex_unlock(&m); /* BAD */
    printf("%d\n", r == EPERM || r == 0);
    pthread_mutex_destroy(&m);
    return 0;
}
