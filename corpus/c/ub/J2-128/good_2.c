#include <signal.h>
#include <stdint.h>
#include <stdio.h>
static volatile sig_atomic_t seen;
static void note(int s) { seen = s; }
static struct { char pad[64]; } block;
int main(void) {
  uintptr_t where = (uintptr_t)note;
  signal(SIGTERM, (void (*)(int))where);
  (void)note;
  raise(SIGTERM);
  printf("%d\n", (int)seen);
  return 0;
}
