#include <setjmp.h>
#include <stdio.h>
static jmp_buf place;
static void jump(int n) { longjmp(place, n); }
int main(void) {
  volatile int n = 0;
  if (setjmp(place) < 3)
    jump(++n);
  printf("%d\n", n);
  return 0;
}
