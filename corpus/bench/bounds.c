/* A sorted array in Rust without optimization: indices and overflow checked, an option returned as a pair. */
#define DEFAULT_N 300
#include "harness.h"

typedef struct { u64 some, at; } option;

static u64 checked(u64 i) {
  if (i >= 64) __builtin_trap();
  return i;
}

static NOINLINE option find(const i32 *v, u64 n, i32 key) {
  u64 lo = 0, hi = n;
  while (lo < hi) {
    u64 mid = lo + (hi - lo) / 2;
    if (v[checked(mid)] == key) {
      option r = {1, mid};
      return r;
    }
    if (v[checked(mid)] < key) lo = mid + 1;
    else hi = mid;
  }
  option r = {0, 0};
  return r;
}

static NOINLINE u64 insert(i32 *v, u64 n, i32 key) {
  u64 i = n;
  while (i > 0 && v[checked(i - 1)] > key) {
    v[checked(i)] = v[checked(i - 1)];
    i--;
  }
  v[checked(i)] = key;
  return n + 1;
}

static NOINLINE u64 kernel(u32 n) {
  i32 v[64] = {0};
  u64 len = 0, h = 0;
  u32 x = 9;
  for (u32 i = 0; i < n; i++) {
    x = (x & 0xffff) * 25173 + 13849;
    i32 key = (i32)(x >> 4) % 100 - 50;
    option r = find(v, len, key);
    if (r.some) h = (h & 0xffffffff) * 31 + r.at;
    else {
      if (len == 64) len = 0;
      len = insert(v, len, key);
      h += 7;
    }
  }
  return h + len;
}
