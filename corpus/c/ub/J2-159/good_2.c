#include <stdio.h>
int main(void) {
  int n = 0, x = 0;
  sscanf("12 x", "%d%n", &x, &n);
  printf("%d %d\n", x, n);
  return 0;
}
