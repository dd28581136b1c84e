#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void leave(void) {
  puts("leave");
  fflush(stdout);
  _exit(0);
}
int main(void) {
  atexit(leave);
  return 1;
}
