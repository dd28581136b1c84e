#include <setjmp.h>
#include <stdio.h>
static jmp_buf place;
static int shared;
int main(void) {
  int n = 3;
  if (setjmp(place)) {
    printf("%d %d\n", n, shared);
    return 0;
  }
  shared = 5;
  longjmp(place, 1);
}
