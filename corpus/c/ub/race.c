/* TUF-UB-023 two threads change a number, of which one does not take the lock */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *adds(void *p) {
  if (p) pthread_mutex_lock(&m);
  n++;
  if (p) pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, adds, 0);
  pthread_create(&b, 0, adds, &m);
  pthread_join(a, 0), pthread_join(b, 0);
  return n;
}
