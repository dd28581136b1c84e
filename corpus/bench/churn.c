/* malloc and free of small blocks of changing sizes, half of them kept for a while. */
#define DEFAULT_N 2000
#include "harness.h"

typedef struct block {
  struct block *next;
  u64 size;
  u8 bytes[];
} block;

static block *live[32];

static NOINLINE block *make(u64 size, u8 fill) {
  block *b = malloc(sizeof *b + size);
  b->next = 0;
  b->size = size;
  for (u64 i = 0; i < size; i += 4) b->bytes[i] = (u8)(fill + i);
  return b;
}

static NOINLINE u64 release(block *b) {
  u64 sum = 0;
  while (b) {
    block *next = b->next;
    for (u64 i = 0; i < b->size; i += 4) sum += b->bytes[i];
    free(b);
    b = next;
  }
  return sum;
}

static NOINLINE u64 kernel(u32 n) {
  u64 h = 0;
  u32 x = 17;
  for (u32 i = 0; i < n; i++) {
    x = x * 1664525 + 1013904223;
    block *b = make(x >> 16 & 31, (u8)i), **slot = &live[x >> 27];
    if (x & 0x100) {
      b->next = *slot;
      *slot = b;
    } else {
      h = h * 3 + release(*slot);
      *slot = b;
    }
  }
  for (u32 i = 0; i < 32; i++) {
    h = h * 3 + release(live[i]);
    live[i] = 0;
  }
  return h;
}
