#include <stdio.h>
#include <stdlib.h>
#include <limits.h>
int main(void) {
  long v = LONG_MIN;
  v = labs(v + 1);
  printf("%ld\n", v);
}
