#include <limits.h>
#include <stdio.h>
int main(void) {
  unsigned x = UINT_MAX;
  int y = INT_MAX;
  printf("%u %d\n", x + 1, y - 1);
  return 0;
}
