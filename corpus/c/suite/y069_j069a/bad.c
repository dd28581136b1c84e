#include <stdio.h>
int main(void) {
  int x[2] = {1, 2};
  int *restrict p = x, *restrict q = x + 1;
  p = q;
  printf("%d\n", *p);
}
