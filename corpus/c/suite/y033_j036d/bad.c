#include <stdio.h>
static unsigned short a = 65535, b = 65535;
int main(void) {
  unsigned c = a * b;
  printf("%u\n", c);
}
