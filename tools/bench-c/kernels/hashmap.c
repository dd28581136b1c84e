/* A hash table with open addressing: count pseudo-random keys, look others up, delete some. */
#define DEFAULT_N 40
#include "harness.h"
#include <string.h>

#define SLOTS 4096
struct entry { u32 key; u32 count; u8 state; };
static struct entry table[SLOTS];

static u32 hash(u32 x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

static struct entry *find(u32 key, int insert) {
  struct entry *grave = NULL;
  for (u32 i = hash(key) % SLOTS, tries = 0; tries < SLOTS; tries++, i = (i + 1) % SLOTS) {
    struct entry *e = &table[i];
    if (e->state == 0) {
      if (!insert) return NULL;
      if (grave) e = grave;
      e->key = key; e->count = 0; e->state = 1;
      return e;
    }
    if (e->state == 2) { if (!grave) grave = e; continue; }
    if (e->key == key) return e;
  }
  return NULL;
}

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  u32 seed = 1;
  for (u32 r = 0; r < n; r++) {
    memset(table, 0, sizeof table);
    for (int i = 0; i < 8000; i++) {
      seed = seed * 1664525u + 1013904223u;
      struct entry *e = find((seed >> 8) % 3000, 1);
      if (e) e->count++;
      if (i % 5 == 0 && (e = find((seed >> 4) % 3000, 0)) != NULL) { sum += e->count; e->state = 2; }
    }
    for (u32 k = 0; k < 3000; k++) {
      struct entry *e = find(k, 0);
      sum = sum * 31 + (e ? e->count : 7);
    }
  }
  return sum;
}
