#include <stdio.h>
int main(void) {
  unsigned char c = 200;
  int n = 31;
  printf("%u %d\n", 1u << n, c << 20);
  return 0;
}
