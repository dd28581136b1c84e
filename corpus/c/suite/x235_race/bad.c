#include <stdio.h>
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int hits, val = 3;
static void *rd(void *x) {
    pthread_rwlock_rdlock(&l);
    hits++; /* BAD */
    int v = val;
    pthread_rwlock_unlock(&l);
    return v ? x : 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, rd, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    printf("%d\n", hits > 0);
    return 0;
}
