/* Heapsort of 64-bit keys with a comparison through a pointer to a function. */
#define DEFAULT_N 30
#include "harness.h"

static u64 a[128];

static NOINLINE int ascending(const u64 *x, const u64 *y) { return (*x > *y) - (*x < *y); }
static NOINLINE int descending(const u64 *x, const u64 *y) { return ascending(y, x); }

static NOINLINE void sift(u64 *p, u64 root, u64 n, int (*cmp)(const u64 *, const u64 *)) {
  for (;;) {
    u64 child = 2 * root + 1;
    if (child >= n) return;
    if (child + 1 < n && cmp(&p[child], &p[child + 1]) < 0) child++;
    if (cmp(&p[root], &p[child]) >= 0) return;
    u64 t = p[root];
    p[root] = p[child];
    p[child] = t;
    root = child;
  }
}

static NOINLINE void heapsort_(u64 *p, u64 n, int (*cmp)(const u64 *, const u64 *)) {
  for (u64 i = n / 2; i-- > 0;) sift(p, i, n, cmp);
  for (u64 end = n - 1; end > 0; end--) {
    u64 t = p[0];
    p[0] = p[end];
    p[end] = t;
    sift(p, 0, end, cmp);
  }
}

static NOINLINE u64 kernel(u32 n) {
  u64 h = 0, x = 88172645463325252u;
  for (u32 r = 0; r < n; r++) {
    for (u32 i = 0; i < 64; i++) {
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
      a[i] = x;
    }
    heapsort_(a, 64, r & 1 ? descending : ascending);
    h = h * 31 + (a[0] ^ a[21] >> 3 ^ a[63] >> 7);
  }
  return h;
}
