#include <stdio.h>
int main(void) {
  int x = 1, *p = &x + 1;
  p -= 1;
  printf("%d\n", *p);
  return 0;
}
