/* TUF-UB-026 the handler of SIGSEGV returns */
#include <signal.h>
static volatile sig_atomic_t seen;
static void note(int n) { seen = n; }
static int fails(int n) {
  return raise(n); /* HERE */
}
int main(void) {
  signal(SIGSEGV, note);
  return fails(SIGSEGV);
}
