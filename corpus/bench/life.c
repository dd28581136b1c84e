/* The game of life on a torus of 16 by 16 cells of a byte, neighbours by masks. */
#define DEFAULT_N 10
#include "harness.h"

#define W 16
static u8 grids[2][W][W];

static NOINLINE void step(u8 (*to)[W], u8 (*from)[W]) {
  for (u32 y = 0; y < W; y++)
    for (u32 x = 0; x < W; x++) {
      u32 sum = 0;
      for (u32 dy = 0; dy < 3; dy++)
        for (u32 dx = 0; dx < 3; dx++) sum += from[(y + dy + W - 1) % W][(x + dx + W - 1) % W];
      to[y][x] = sum == 3 || (sum == 4 && from[y][x]);
    }
}

static NOINLINE u64 kernel(u32 n) {
  u32 seed = 7;
  for (u32 y = 0; y < W; y++)
    for (u32 x = 0; x < W; x++) {
      seed = seed * 1103515245 + 12345;
      grids[0][y][x] = seed >> 30 == 0;
    }
  u64 h = 0;
  for (u32 i = 0; i < n; i++) {
    step(grids[(i + 1) & 1], grids[i & 1]);
    h = h * 3 + grids[(i + 1) & 1][i % W][3];
  }
  for (u32 y = 0; y < W; y++)
    for (u32 x = 0; x < W; x++) h = h * 31 + grids[n & 1][y][x];
  return h;
}
