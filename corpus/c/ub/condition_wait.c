/* TUF-UB-026 a thread waits for a condition without the mutex */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main(void) {
  return pthread_cond_wait(&c, &m); /* HERE */
}
