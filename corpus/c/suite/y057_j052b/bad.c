#include <stdio.h>
int main(void) {
  unsigned char b = 0x80;
  long v = b << 24;
  printf("%ld\n", v);
}
