#include <stdio.h>
#include <stdlib.h>
#include <limits.h>
int main(void) {
  long v = LONG_MIN;
  v = labs(v);
  printf("%ld\n", v);
}
