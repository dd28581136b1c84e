/* Three generators side by side: 64-bit LCG, xorshift128+, PCG32 with its variable rotate. */
#define DEFAULT_N 10000
#include "harness.h"

static NOINLINE u64 kernel(u32 n) {
  u64 lcg = 1, s0 = 0x9e3779b97f4a7c15u, s1 = 0xbf58476d1ce4e5b9u, pcg = 0x853c49e6748fea9bu, sum = 0;
  for (u32 i = 0; i < n; i++) {
    lcg = lcg * 6364136223846793005u + 1442695040888963407u;
    u64 x = s0, y = s1;
    s0 = y;
    x ^= x << 23;
    s1 = x ^ y ^ (x >> 17) ^ (y >> 26);
    u64 plus = s1 + y;
    u64 old = pcg;
    pcg = old * 6364136223846793005u + 0xda3e39cb94b95bdbu;
    u32 xs = (u32)(((old >> 18) ^ old) >> 27), rot = (u32)(old >> 59);
    u32 r = xs >> rot | xs << (-rot & 31);
    sum += (lcg >> 32) ^ plus ^ r;
  }
  return sum;
}
