/* TUF-UB-026 7.14.1.1p4 another signal is raised by a handler */
#include <signal.h>
#include <stdio.h>
static volatile sig_atomic_t n;
static void other(int s) { (void)s; n++; }
static void first(int s) {
  (void)s;
  n++;
  raise(SIGUSR1); /* HERE */
}
int main(void) {
  signal(SIGINT, first);
  signal(SIGUSR1, other);
  raise(SIGINT);
  printf("%d\n", (int)n);
  return 0;
}
