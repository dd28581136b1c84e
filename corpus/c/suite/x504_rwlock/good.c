#include <stdio.h>
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; static int v, sum[2];
static void *rd(void *p) { int *s = p; for (int i = 0; i < 3; i++) { pthread_rwlock_rdlock(&l); *s += v; pthread_rwlock_unlock(&l); } return 0; }
static void *wr(void *p) { (void)p; for (int i = 0; i < 3; i++) {
    pthread_rwlock_wrlock(&l); v++; pthread_rwlock_unlock(&l);
    } return 0; }
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, rd, &sum[0]); pthread_create(&b, 0, rd, &sum[1]); pthread_create(&c, 0, wr, 0);
    pthread_join(a, 0); pthread_join(b, 0); pthread_join(c, 0);
    printf("%d %d\n", v, sum[0] + sum[1] >= 0);
    return 0;
}
