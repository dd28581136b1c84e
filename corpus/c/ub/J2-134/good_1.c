#include <signal.h>
#include <threads.h>
static void h(int s) { (void)s; }
static int work(void *p) { (void)p; return 0; }
int main(void) {
  thrd_t t;
  signal(SIGINT, h);
  thrd_create(&t, work, 0);
  thrd_join(t, 0);
  return 0;
}
