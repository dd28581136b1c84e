#include <stdio.h>
int main(void) {
  unsigned x = -1;
  printf("%u\n", x << 1);
  return 0;
}
