/* TUF-UB-026 7.14.1.1p7 signal while another thread lives */
#include <signal.h>
#include <threads.h>
static void h(int s) { (void)s; }
static int work(void *p) { (void)p; return 0; }
int main(void) {
  thrd_t t;
  thrd_create(&t, work, 0);
  signal(SIGINT, h); /* HERE */
  thrd_join(t, 0);
  return 0;
}
