/* TUF-UB-020 a variable that is not volatile has changed between setjmp and longjmp */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;

int main(void) {
  int n = 1;
  if (setjmp(place)) {
    printf("%d\n", n); /* HERE */
    return 0;
  }
  n = 2;
  longjmp(place, 1);
}
