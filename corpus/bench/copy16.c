/* Structs of 16 bytes: copied by memcpy in assignments, shifted by memmove, cleared by memset. */
#define DEFAULT_N 200
#include "harness.h"

typedef struct { u32 id, next; u64 weight; } item;

static item ring[64], spare[64];

static NOINLINE void rotate(item *p, u32 n) {
  item first = p[0];
  for (u32 i = 0; i + 1 < n; i++) __builtin_memcpy(&p[i], &p[i + 1], sizeof(item));
  __builtin_memcpy(&p[n - 1], &first, sizeof first);
}

static NOINLINE void remove_at(item *p, u32 at, u32 n) {
  __builtin_memmove(p + at, p + at + 1, (n - at - 1) * sizeof *p);
  __builtin_memset(p + n - 1, 0, sizeof *p);
}

static NOINLINE u64 weigh(const item *p, u32 n) {
  u64 s = 0;
  for (u32 i = 0; i < n; i++) {
    item t = p[i];
    s = s * 3 + t.weight + t.id;
    t.next = (u32)s;
    spare[i] = t;
  }
  return s;
}

static NOINLINE u64 kernel(u32 n) {
  u64 h = 0;
  for (u32 i = 0; i < n; i++) {
    if (i % 16 == 0)
      for (u32 k = 0; k < 64; k++) ring[k] = (item){k, k + 1, h + (k ^ 77)};
    rotate(ring, 64);
    remove_at(ring, i & 31, 64);
    h += weigh(ring, 32);
    __builtin_memcpy(ring + 40, spare, 8 * sizeof(item));
  }
  return h;
}
