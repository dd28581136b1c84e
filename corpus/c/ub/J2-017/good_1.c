#include <stdio.h>
int main(void) {
  double d = 2147483647.75;
  printf("%d\n", (int)d);
  return 0;
}
