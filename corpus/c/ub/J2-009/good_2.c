#include <stdio.h>
static int *local(void) {
  static int x = 5;
  return &x;
}
int main(void) {
  *local() += 1;
  printf("%d\n", *local());
  return 0;
}
