#include <stdio.h>
int main(void) {
  int x[1] = {4}, *p = x;
  printf("%d\n", p[0]);
  return 0;
}
