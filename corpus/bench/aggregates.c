/* A struct and an array passed round a loop as values, their members replaced each time. */
#define DEFAULT_N 200000
#include "harness.h"

typedef struct {
  u64 even, odd;
  _Bool turn;
} pair;
typedef struct {
  u64 at[4];
} quad;

static NOINLINE u64 kernel(u32 n) {
  pair p = {1, 0x123456789abcdef, 1};
  quad q = {{2, 3, 5, 7}};
  for (u32 i = 0; i < n; i++) {
    u64 x = p.turn ? p.even : p.odd;
    u64 y = (x ^ q.at[0]) + i;
    _Bool less = q.at[1] < y;
    q = (quad){{q.at[1], q.at[2] ^ x, q.at[3], y}};
    p = (pair){p.odd, y * 3 ^ p.even >> 7, less};
  }
  return p.even ^ p.odd ^ q.at[0] ^ q.at[1] ^ q.at[2] ^ q.at[3] ^ p.turn;
}
