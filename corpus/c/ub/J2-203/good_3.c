#include <stdio.h>
#include <pthread.h>
static void *waits(void *p) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  *(int *)p = old == PTHREAD_CANCEL_ENABLE;
  pthread_testcancel();
  pthread_setcancelstate(old, NULL);
  for (;;)
    pthread_testcancel();
  return NULL;
}
int main(void) {
  for (int i = 0; i < 3; i++) {
    pthread_t t;
    void *r;
    int enabled = 0;
    pthread_create(&t, NULL, waits, &enabled);
    pthread_cancel(t);
    pthread_join(t, &r);
    printf("%d%d\n", r == PTHREAD_CANCELED, enabled);
  }
  return 0;
}
