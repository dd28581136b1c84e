#include <stdio.h>
int main(void) {
  printf("%hd %hhu %ld\n", (short)3, (unsigned char)200, 5L);
  return 0;
}
