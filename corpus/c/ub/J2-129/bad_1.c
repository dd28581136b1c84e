/* TUF-UB-026 the handler of SIGFPE returns */
#include <signal.h>
static volatile sig_atomic_t seen;
static void note(int n) { seen = n; }
int main(void) {
  signal(SIGFPE, note);
  raise(SIGFPE); /* HERE */
  return seen == 0;
}
