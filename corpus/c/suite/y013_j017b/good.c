#include <stdio.h>
int main(void) {
  float f = 3e9f; long total = 0;
  int *p; int cell = 0; p = &cell;
  total += f;
  printf("%ld %d\n", total, cell);
}
