/* 128 bits: a congruential generator modulo 2^128 and a square modulo the prime 2^64-59. */
#define DEFAULT_N 200000
#include "harness.h"

typedef unsigned __int128 u128;

static NOINLINE u64 kernel(u32 n) {
  const u128 factor = (u128)0x2360ed051fc65da4u << 64 | 0x4385df649fccf645u;
  const u128 prime = 0xffffffffffffffc5u;
  u128 x = 1;
  u64 y = 3;
  for (u32 i = 0; i < n; i++) {
    x = x * factor + 0xda3e39cb94b95bdbu;
    u128 square = (u128)y * y;
    y = (u64)(((square >> 1) + (x >> 65)) % prime);
  }
  return (u64)x ^ (u64)(x >> 64) ^ y;
}
