#include <stdio.h>
#include <setjmp.h>
static jmp_buf b;
static int arm(void) { return setjmp(b); }
int main(void) {
  if (arm() == 0) longjmp(b, 1);
  puts("e");
}
