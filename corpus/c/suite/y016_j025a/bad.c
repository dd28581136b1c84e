#include <stdio.h>
#include <string.h>
static unsigned rd(const unsigned char *p) {
  return *(const unsigned *)(p + 1);
}
int main(void) {
  union { unsigned a; unsigned char b[8]; } x = {0};
  memset(x.b, 1, 8);
  printf("%u\n", rd(x.b));
}
