#include <stdio.h>
#include <string.h>
static unsigned bits(float f) {
  unsigned *p = (unsigned *)&f; return *p;
}
int main(void) { printf("%x\n", bits(1.0f)); }
