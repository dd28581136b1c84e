#include <stdio.h>
int main(void) {
  signed char c;
  int n = 0;
  sscanf("70 2147483647", "%hhd %d", &c, &n);
  printf("%d %d\n", c, n);
  return 0;
}
