/* Odd sizes: packed records of 3, 5, 2 and 1 bytes, sorted by a field and summed. */
#define DEFAULT_N 200
#include "harness.h"

typedef struct __attribute__((packed)) { u32 v : 24; } u24;
typedef struct __attribute__((packed)) { u64 v : 40; } u40;
typedef struct __attribute__((packed)) {
  u8 tag;
  u24 id;
  u40 time;
  uint16_t flags;
} record;

static record records[32];

static NOINLINE void fill(record *p, u32 n, u64 seed) {
  for (u32 i = 0; i < n; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    p[i].tag = (u8)(seed >> 60);
    p[i].id.v = (u32)(seed >> 20);
    p[i].time.v = seed >> 24;
    p[i].flags = (uint16_t)(seed >> 7);
  }
}

static NOINLINE u64 bump(record *p, u32 n) {
  u64 sum = 0;
  for (u32 i = 0; i < n; i++) {
    p[i].id.v += 0x10101;
    p[i].time.v = p[i].time.v * 3 + p[i].id.v;
    if (p[i].time.v & 1) p[i].flags ^= p[i].tag;
    sum += p[i].time.v ^ p[i].flags;
  }
  return sum;
}

static NOINLINE void reorder(record *p, u32 n) {
  for (u32 i = 0; i + 1 < n; i++)
    if (p[i].id.v > p[i + 1].id.v) {
      record t = p[i];
      p[i] = p[i + 1];
      p[i + 1] = t;
    }
}

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  fill(records, 32, 42);
  for (u32 i = 0; i < n; i++) {
    sum = sum * 3 + bump(records, 32);
    reorder(records, 32);
  }
  return sum;
}
