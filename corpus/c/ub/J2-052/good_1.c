#include <stdio.h>
int main(void) {
  int x = -4;
  printf("%d %d\n", x * 2, 1 << 30);
  return 0;
}
