/* TUF-UB-032 7.13.2.1p2 longjmp to main, which has returned */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf b;
static void bye(void) {
  longjmp(b, 1); /* HERE */
}
int main(void) {
  atexit(bye);
  if (setjmp(b))
    puts("back");
  return 0;
}
