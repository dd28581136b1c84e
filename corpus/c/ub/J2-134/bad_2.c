/* TUF-UB-026 7.14.1.1p7 signal in a thread */
#include <signal.h>
#include <stdio.h>
#include <threads.h>
static int quiet(void *p) {
  signal(SIGTERM, SIG_IGN); /* HERE */
  return *(int *)p;
}
int main(void) {
  thrd_t t;
  int n = 4, r = 0;
  thrd_create(&t, quiet, &n);
  thrd_join(t, &r);
  printf("%d\n", r);
  return 0;
}
