/* A tight loop that carries six values and swaps their places: xor, add, shift, no memory. */
#define DEFAULT_N 500000
#include "harness.h"

static NOINLINE u64 kernel(u32 n) {
  u64 a = 1, b = 0x9e3779b97f4a7c15u, c = 0, d = 12345, e = 0xdeadbeef;
  for (u32 i = 0; i < n; i++) {
    u64 t = a ^ d << 3, u = b + (e ^ i), v = (c ^ a >> 5) + i;
    e = d;
    a = b, b = u, c = t, d = v;
  }
  return a ^ b ^ c ^ d ^ e;
}
