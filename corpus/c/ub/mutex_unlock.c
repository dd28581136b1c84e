/* TUF-UB-026 a thread gives a mutex back that another one holds */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *gives(void *p) {
  pthread_mutex_unlock(&m); /* HERE */
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, gives, 0);
  pthread_join(t, 0);
  return 0;
}
