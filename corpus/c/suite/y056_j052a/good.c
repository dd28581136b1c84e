#include <stdio.h>
int main(void) {
  signed char b[4] = {1, 2, 3, -4};
  int v = b[3] * 256;
  printf("%d\n", v);
}
