#include <stdio.h>
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
    pthread_rwlock_rdlock(&l); pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l); /* BAD */
    puts("ok");
    return 0;
}
