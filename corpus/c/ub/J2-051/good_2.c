#include <stdio.h>
int main(void) {
  long x = 8;
  int n = 63;
  printf("%ld %lu\n", x >> n, 1ul << n);
  return 0;
}
