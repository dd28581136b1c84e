/* TUF-UB-026 7.22.4.7p4 a signal that is ignored, through a function */
#include <signal.h>
#include <stdlib.h>
static void tell(int s) { raise(s); } /* HERE */
static void bye(void) {
  tell(SIGTERM);
}
int main(void) {
  signal(SIGTERM, SIG_IGN);
  tell(SIGTERM);
  at_quick_exit(bye);
  quick_exit(0);
}
