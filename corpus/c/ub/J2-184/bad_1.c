/* TUF-UB-026 7.22.4.7p4 a signal in a function of at_quick_exit */
#include <signal.h>
#include <stdlib.h>
static void h(int s) { (void)s; }
static void bye(void) {
  raise(SIGINT); /* HERE */
}
int main(void) {
  signal(SIGINT, h);
  at_quick_exit(bye);
  quick_exit(0);
}
