/* TUF-UB-026 7.14.1.1p4 its own signal is raised by a handler, through a function */
#include <signal.h>
#include <stdio.h>
static volatile sig_atomic_t left = 2;
static int again(int s) { return raise(s); } /* HERE */
static void h(int s) {
  if (--left > 0)
    again(s);
  (void)s;
}
int main(void) {
  signal(SIGTERM, h);
  again(SIGTERM);
  printf("%d\n", (int)left);
  return 0;
}
