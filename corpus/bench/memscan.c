/* Streams over 4096 words of 8 bytes, n times: one pass that sums, one that adds to each word. */
#define DEFAULT_N 100
#include "harness.h"

#define WORDS 4096u
static u64 words[WORDS];

static NOINLINE u64 scan(void) {
  u64 sum = 0;
  for (u32 i = 0; i < WORDS; i++) sum += words[i];
  return sum;
}

static NOINLINE void bump(u64 by) {
  for (u32 i = 0; i < WORDS; i++) words[i] += by;
}

static NOINLINE u64 kernel(u32 n) {
  for (u32 i = 0; i < WORDS; i++) words[i] = (u64)i * 0x9e3779b97f4a7c15u;
  u64 sum = 0;
  for (u32 round = 0; round < n; round++) {
    sum = 3 * sum + scan();
    bump(sum);
  }
  return sum;
}
