#include <stdio.h>
#include <setjmp.h>
static jmp_buf b;
static int tries(void) {
  int n = 0;
  if (setjmp(b)) return n;
  n = 3; longjmp(b, 1);
}
int main(void) { printf("%d\n", tries()); }
