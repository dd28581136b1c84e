/* Product of two 64 by 64 matrices of 64-bit words, n times; the product feeds the next round. */
#define DEFAULT_N 2
#include "harness.h"

#define DIM 64
static u64 left[DIM][DIM], right[DIM][DIM], product[DIM][DIM];

static NOINLINE u64 kernel(u32 n) {
  for (u32 i = 0; i < DIM; i++)
    for (u32 j = 0; j < DIM; j++) {
      left[i][j] = 3 * i + j;
      right[i][j] = i ^ (5 * j);
    }
  for (u32 round = 0; round < n; round++) {
    for (u32 i = 0; i < DIM; i++)
      for (u32 j = 0; j < DIM; j++) {
        u64 sum = 0;
        for (u32 k = 0; k < DIM; k++) sum += left[i][k] * right[k][j];
        product[i][j] = (u32)sum;
      }
    for (u32 e = 0; e < DIM * DIM; e++) left[e / DIM][e % DIM] = (product[e / DIM][e % DIM] >> 3) + round;
  }
  u64 hash = 0;
  for (u32 e = 0; e < DIM * DIM; e++) hash = 31 * hash + product[e / DIM][e % DIM];
  return hash;
}
