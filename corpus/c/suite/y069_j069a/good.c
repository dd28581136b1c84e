#include <stdio.h>
int main(void) {
  int x[2] = {1, 2};
  int *restrict p = x, *restrict q = x + 1;
  { int *restrict r = q; *r = 3; }
  printf("%d\n", *p);
}
