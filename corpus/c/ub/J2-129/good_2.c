#include <signal.h>
#include <stdio.h>
static volatile sig_atomic_t seen;
static void note(int n) { seen = n; }
int main(void) {
  signal(SIGTERM, note);
  raise(SIGTERM);
  signal(SIGSEGV, SIG_IGN);
  printf("%d %d\n", seen == SIGTERM, raise(SIGSEGV));
  return 0;
}
