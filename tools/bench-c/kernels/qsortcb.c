/* An array of structs sorted by qsort with callbacks, by two keys in turn, then searched by bsearch. */
#define DEFAULT_N 10
#include "harness.h"
#include <string.h>

#define COUNT 1000
struct record { int id; char name[12]; double weight; };
static struct record records[COUNT];

static int by_weight(const void *a, const void *b) {
  const struct record *x = a, *y = b;
  if (x->weight < y->weight) return -1;
  if (x->weight > y->weight) return 1;
  return x->id - y->id;
}

static int by_name(const void *a, const void *b) {
  const struct record *x = a, *y = b;
  int c = strcmp(x->name, y->name);
  return c ? c : x->id - y->id;
}

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  u32 seed = 99;
  for (u32 r = 0; r < n; r++) {
    for (int i = 0; i < COUNT; i++) {
      records[i].id = i;
      seed = seed * 1664525u + 1013904223u;
      records[i].weight = (double)(seed >> 12) / 16.0;
      for (int k = 0; k < 6; k++) {
        seed = seed * 1664525u + 1013904223u;
        records[i].name[k] = (char)('a' + (seed >> 24) % 5);
      }
      records[i].name[6] = 0;
    }
    qsort(records, COUNT, sizeof *records, by_weight);
    for (int i = 0; i < COUNT; i++) sum = sum * 31 + (u64)records[i].id;
    qsort(records, COUNT, sizeof *records, by_name);
    for (int i = 0; i < COUNT; i += 10) {
      struct record key = records[i], *found = bsearch(&key, records, COUNT, sizeof *records, by_name);
      sum += found ? (u64)(found - records) : 5;
    }
  }
  return sum;
}
