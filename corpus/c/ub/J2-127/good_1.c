#include <setjmp.h>
#include <stdio.h>
static jmp_buf place;
int main(void) {
  volatile int n = 0;
  if (setjmp(place)) {
    printf("%d\n", n);
    return 0;
  }
  n = 5;
  longjmp(place, 1);
}
