/* LEB128: numbers of all lengths encoded to a buffer and decoded again, unsigned and signed. */
#define DEFAULT_N 100
#include "harness.h"

static u8 buffer[1024];

static NOINLINE u8 *put_u(u8 *p, u64 v) {
  while (v >= 128) {
    *p++ = (u8)(v | 128);
    v >>= 7;
  }
  *p++ = (u8)v;
  return p;
}

static NOINLINE u8 *put_s(u8 *p, int64_t v) {
  for (;;) {
    u8 b = v & 127;
    v >>= 7;
    if ((v == 0 && !(b & 64)) || (v == -1 && (b & 64))) {
      *p++ = b;
      return p;
    }
    *p++ = b | 128;
  }
}

static NOINLINE u64 get_u(const u8 **at) {
  const u8 *p = *at;
  u64 v = 0;
  u32 shift = 0;
  u8 b;
  do {
    b = *p++;
    v |= (u64)(b & 127) << shift;
    shift += 7;
  } while (b & 128);
  *at = p;
  return v;
}

static NOINLINE int64_t get_s(const u8 **at) {
  const u8 *p = *at;
  u64 v = 0;
  u32 shift = 0;
  u8 b;
  do {
    b = *p++;
    v |= (u64)(b & 127) << shift;
    shift += 7;
  } while (b & 128);
  if (shift < 64 && b & 64) v |= -((u64)1 << shift);
  *at = p;
  return (int64_t)v;
}

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0, x = 1;
  for (u32 i = 0; i < n; i++) {
    u8 *p = buffer;
    for (u32 k = 0; k < 16; k++) {
      x = x * 6364136223846793005u + 1442695040888963407u;
      p = put_u(p, x >> (x >> 58 & 63));
      p = put_s(p, (int64_t)x >> (x >> 52 & 63));
    }
    const u8 *q = buffer;
    while (q != p) {
      sum += get_u(&q);
      sum ^= (u64)get_s(&q);
    }
    sum += (u64)(p - buffer);
  }
  return sum;
}
