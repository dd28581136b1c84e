#include <stdio.h>
int main(void) {
  int x, *p = &x;
  *p = 1;
  printf("%d\n", *p);
  return 0;
}
