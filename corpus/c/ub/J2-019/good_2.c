#include <stdint.h>
#include <stdio.h>
int main(void) {
  int x = 4;
  uintptr_t n = (uintptr_t)&x;
  int *p = (int *)n;
  *p = 3;
  printf("%d\n", x);
  return 0;
}
