/* TUF-UB-020/TUF-UB-031 7.13.2.1p3 a counter that is not volatile */
#include <setjmp.h>
#include <stdio.h>
static jmp_buf place;
int main(void) {
  int n = 0;
  if (setjmp(place)) {
    printf("%d\n", n); /* HERE */
    return 0;
  }
  n = 5;
  longjmp(place, 1);
}
