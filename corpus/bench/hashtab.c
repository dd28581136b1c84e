/* A hash table with chaining: FNV-1a of short keys, entries from a pool, counts updated. */
#define DEFAULT_N 2000
#include "harness.h"

typedef struct entry {
  struct entry *next;
  u32 hash, len;
  u64 count;
  char key[16];
} entry;

static entry *table[256];
static entry pool[512];
static u32 used;

static NOINLINE u32 fnv1a(const char *p, u32 len) {
  u32 h = 2166136261u;
  for (u32 i = 0; i < len; i++) h = (h ^ (u8)p[i]) * 16777619u;
  return h;
}

static NOINLINE entry *find(const char *key, u32 len) {
  u32 h = fnv1a(key, len);
  entry **head = &table[h & 255];
  for (entry *e = *head; e; e = e->next) {
    if (e->hash != h || e->len != len) continue;
    u32 i = 0;
    while (i < len && e->key[i] == key[i]) i++;
    if (i == len) return e;
  }
  entry *e = &pool[used++ & 511];
  e->next = *head;
  e->hash = h;
  e->len = len;
  e->count = 0;
  for (u32 i = 0; i < len; i++) e->key[i] = key[i];
  *head = e;
  return e;
}

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  u32 x = 1;
  for (u32 i = 0; i < 256; i++) table[i] = 0;
  used = 0;
  for (u32 i = 0; i < n; i++) {
    char key[16];
    u32 len = 0;
    x = x * 69069 + 1;
    u32 v = (x >> 20) % 500;
    do {
      key[len++] = (char)('0' + v % 10);
      v /= 10;
    } while (v);
    entry *e = find(key, len);
    e->count += i;
    sum += e->count ^ e->hash;
  }
  return sum + used;
}
