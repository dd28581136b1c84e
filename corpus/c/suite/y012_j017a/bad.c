#include <stdio.h>
static unsigned char quant(double d) { return (unsigned char)d; }
int main(void) {
  printf("%d\n", quant(256.0));
}
