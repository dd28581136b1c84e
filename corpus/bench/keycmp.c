/* A sorted index of 16-byte keys: binary search by memcmp, insertion by memmove. */
#define DEFAULT_N 1000
#include "harness.h"
#include <string.h>

static u8 index_[65][16];
static u32 used;

static NOINLINE u32 position(const u8 *key, int *found) {
  u32 lo = 0, hi = used;
  *found = 0;
  while (lo < hi) {
    u32 mid = (lo + hi) / 2;
    int c = memcmp(index_[mid], key, 16);
    if (c == 0) {
      *found = 1;
      return mid;
    }
    if (c < 0) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}

static NOINLINE void make(u8 *key, u32 i) {
  u32 x = i % 96 * 2654435761u;
  for (u32 k = 0; k < 12; k++) key[k] = (u8)"prefix-of-it"[k];
  memcpy(key + 12, &x, 4);
}

static NOINLINE u64 kernel(u32 n) {
  u64 h = 0;
  used = 0;
  for (u32 i = 0; i < n; i++) {
    u8 key[16];
    int found;
    make(key, i * 7 + (i >> 4));
    u32 at = position(key, &found);
    if (found) {
      h = h * 3 + at;
      if (i & 1) {
        memmove(index_[at], index_[at + 1], (used - at - 1) * 16);
        used--;
      }
    } else if (used < 64) {
      memmove(index_[at + 1], index_[at], (used - at) * 16);
      memcpy(index_[at], key, 16);
      used++;
    } else h ^= at;
  }
  return h * 31 + used;
}
