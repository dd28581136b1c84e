#include <stdio.h>
#include <stdlib.h>
static void last(void) {
  puts("last");
  fflush(stdout);
  _Exit(0);
}
int main(void) {
  at_quick_exit(last);
  quick_exit(1);
}
