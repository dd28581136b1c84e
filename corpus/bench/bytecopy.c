/* 4096 bytes copied n times: byte by byte from source to middle, as one block on to target. */
#define DEFAULT_N 150
#include "harness.h"
#include <string.h>

static u8 source[4096], middle[4096], target[4096];

static NOINLINE void copy(u8 *to, const u8 *from, u32 count) {
  for (u32 i = 0; i < count; i++) to[i] = from[i];
}

static NOINLINE u64 kernel(u32 n) {
  for (u32 i = 0; i < 4096; i++) source[i] = (u8)(11 * i + i / 64);
  memset(target, 0, 4096);
  for (u32 round = 0; round < n; round++) {
    copy(middle, source, 4096);
    memcpy(target, middle, 4096);
    u32 at = round % 4096;
    source[at] = (u8)(source[at] + target[(7 * at) % 4096] + 1);
  }
  u64 hash = 0;
  for (u32 i = 0; i < 4096; i++) hash = 31 * hash + target[i];
  return hash;
}
