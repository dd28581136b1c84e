/* TUF-UB-026 a thread is waited for twice */
#include <pthread.h>
static void *nothing(void *p) { return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, nothing, 0);
  pthread_join(t, 0);
  return pthread_join(t, 0); /* HERE */
}
