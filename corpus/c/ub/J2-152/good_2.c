#include <stdio.h>
int main(void) {
  float f = 1.5f;
  char c = 'x';
  printf("%g %c %u %zu\n", f, c, 7, sizeof c);
  return 0;
}
