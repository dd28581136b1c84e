#include <setjmp.h>
#include <stdio.h>
static jmp_buf place;
static void jump(int n) { longjmp(place, n); }
int main(void) {
  int n = setjmp(place);
  if (n < 3)
    jump(n + 1);
  printf("%d\n", n);
  return 0;
}
