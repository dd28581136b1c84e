/* CRC-32 (reflected, table of 256 words) of a 4096-byte buffer, n times, one byte changed a round. */
#define DEFAULT_N 150
#include "harness.h"

static u32 table[256];
static u8 buffer[4096];

static NOINLINE u64 kernel(u32 n) {
  for (u32 i = 0; i < 256; i++) {
    u32 c = i;
    for (u32 bit = 0; bit < 8; bit++) {
      u32 half = c >> 1;
      c = c & 1 ? half ^ 0xedb88320u : half;
    }
    table[i] = c;
  }
  for (u32 i = 0; i < 4096; i++) buffer[i] = (u8)(7 * i + i / 32);
  u32 crc = 0;
  u64 sum = 0;
  for (u32 round = 0; round < n; round++) {
    crc ^= 0xffffffffu;
    for (u32 i = 0; i < 4096; i++) crc = crc >> 8 ^ table[(crc & 255) ^ buffer[i]];
    crc ^= 0xffffffffu;
    buffer[round % 4096] ^= (u8)crc;
    sum += crc;
  }
  return sum;
}
