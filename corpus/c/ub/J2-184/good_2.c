#include <signal.h>
#include <stdlib.h>
static void tell(int s) { raise(s); }
static void bye(void) {
}
int main(void) {
  signal(SIGTERM, SIG_IGN);
  tell(SIGTERM);
  at_quick_exit(bye);
  quick_exit(0);
}
