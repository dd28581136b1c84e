#include <stdio.h>
#include <limits.h>
int main(void) {
  long q = LONG_MIN;
  long d[2] = {1, -1};
  q %= d[0];
  printf("%ld\n", q);
}
