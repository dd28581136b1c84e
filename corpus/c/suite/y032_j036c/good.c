#include <stdio.h>
#include <limits.h>
int main(void) {
  int x = INT_MIN;
  unsigned y = x < 0 ? 0u - (unsigned)x : (unsigned)x; x = y > 5;
  printf("%d\n", x);
}
