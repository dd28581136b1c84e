#include <signal.h>
#include <stdio.h>
#include <threads.h>
static int quiet(void *p) {
  return *(int *)p;
}
int main(void) {
  thrd_t t;
  int n = 4, r = 0;
  signal(SIGTERM, SIG_IGN);
  thrd_create(&t, quiet, &n);
  thrd_join(t, &r);
  printf("%d\n", r);
  return 0;
}
