#include <stdio.h>
#include <stdint.h>
static uint32_t rot(uint32_t x, int n) {
  return x << n | x >> (32 - n);
}
int main(void) { printf("%x\n", rot(5, 0)); }
