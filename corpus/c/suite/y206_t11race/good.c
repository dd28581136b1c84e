#include <stdio.h>
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static long cnt[2];
static void *w(void *x) { for (int i = 0; i < 10; i++) {
 pthread_mutex_lock(&a);
 cnt[*(int *)x]++;
 pthread_mutex_unlock(&a);
 } return 0; }
int main(void) { pthread_t t[2]; int k = 0; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, w, &k); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); printf("%ld\n", cnt[0]); }
