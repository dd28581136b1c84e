/* size_t indexing: an index array permuted, values gathered and scattered through it. */
#define DEFAULT_N 40
#include "harness.h"

#include <stddef.h>

#define N 1024
static size_t order[N];
static u32 from[N], to[N];

static NOINLINE void permute(u32 *dst, const u32 *src, const size_t *idx, size_t n) {
  for (size_t i = 0; i < n; i++) dst[idx[i]] = src[i] + src[idx[n - 1 - i]];
}

static NOINLINE u64 digest(const u32 *p, size_t n, size_t stride) {
  u64 h = 0;
  for (size_t i = 0; i < n; i += stride) h = h * 131 + p[i];
  return h;
}

static NOINLINE u64 kernel(u32 n) {
  u64 h = 0;
  for (size_t i = 0; i < 256; i++) {
    order[i] = (i * 77 + 5) & 255;
    from[i] = (u32)i * 2654435761u;
  }
  for (u32 i = 0; i < n; i++) {
    permute(to, from, order, 256);
    h ^= digest(to, 256, 1 + i % 3);
    permute(from, to, order, 256);
  }
  return h ^ digest(from, 256, 1);
}
