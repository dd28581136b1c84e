/* Eight megabytes in a row: n words read, changed and written, then every 64th read again backwards. */
#define DEFAULT_N 40000
#include "harness.h"

static u64 words[1 << 20];

static NOINLINE u64 kernel(u32 n) {
  u64 x = 1, h = 0;
  for (u64 i = 0; i < n; i++) {
    words[i] += x;
    x = x * 5 + words[i];
  }
  for (u64 i = n; i >= 64; i -= 64) h = h * 31 + words[i - 1];
  return h ^ x;
}
