#include <stdio.h>
#include <stdlib.h>
static void once(void) { puts("once"); }
int main(void) {
  atexit(once);
  exit(0);
}
