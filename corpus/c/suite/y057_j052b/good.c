#include <stdio.h>
int main(void) {
  unsigned char b = 0x80;
  long v = (long)b << 24;
  printf("%ld\n", v);
}
