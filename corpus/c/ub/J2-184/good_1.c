#include <signal.h>
#include <stdlib.h>
static void h(int s) { (void)s; }
static void bye(void) {
}
int main(void) {
  signal(SIGINT, h);
  raise(SIGINT);
  at_quick_exit(bye);
  quick_exit(0);
}
