/* TUF-UB-032 7.13.2.1p2 longjmp to main, which has called exit */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf b;
static void leave(void) { longjmp(b, 2); } /* HERE */
static void stay(void) { puts("bye"); }
int main(void) {
  atexit(leave);
  (void)stay;
  if (setjmp(b) != 0)
    _Exit(0);
  exit(0);
}
