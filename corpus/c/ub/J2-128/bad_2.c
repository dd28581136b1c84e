/* TUF-UB-017 6.3.2.3p8 a handler that is a number that points into an object */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
static volatile sig_atomic_t seen;
static void note(int s) { seen = s; }
static struct { char pad[64]; } block;
int main(void) {
  uintptr_t where = (uintptr_t)&block.pad[16];
  signal(SIGTERM, (void (*)(int))where);
  (void)note;
  raise(SIGTERM); /* HERE */
  printf("%d\n", (int)seen);
  return 0;
}
