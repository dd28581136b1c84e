#include <stdio.h>
int main(void) {
  float f = -0.75f;
  printf("%u %ld\n", (unsigned)f, (long)3e9);
  return 0;
}
