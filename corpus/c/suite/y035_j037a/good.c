#include <stdio.h>
#include <string.h>
static unsigned bits(float f) {
  unsigned u; memcpy(&u, &f, 4); return u;
}
int main(void) { printf("%x\n", bits(1.0f)); }
