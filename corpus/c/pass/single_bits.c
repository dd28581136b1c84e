/* Loops that collect bits one at a time: what is known of the bits is lost step by step, and the range must stay. From DES of musl. gcc prints the same. */
#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static uint32_t salted(uint32_t salt) {
  uint32_t out = 0, bit = 1, to = 0x800000;
  for (int i = 0; i < 24; i++) {
    if (salt & bit) out |= to;
    bit <<= 1;
    to >>= 1;
  }
  return out;
}

__attribute__((noinline)) static uint32_t reversed(uint32_t x, int n) {
  uint32_t out = 0, bit = 1, to = 0x80000000;
  while (n-- > 0) {
    if (x & bit) out |= to;
    bit <<= 1;
    to >>= 1;
  }
  return out;
}

int main(void) {
  for (uint32_t x = 1; x; x *= 7) {
    printf("%x %x %x\n", salted(x), reversed(x, 32), reversed(x, x & 31));
    if (x > 100000000) break;
  }
}
