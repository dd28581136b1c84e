/* SHA-256 compression of a 1024-byte buffer (16 blocks, no padding), n times, state chained. */
#define DEFAULT_N 80
#include "harness.h"

static const u32 constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
static const u32 initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                               0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
static u8 message[1024];
static u32 state[8];

static u32 rotr(u32 x, u32 k) { return x >> k | x << (32 - k); }

static NOINLINE void block(const u8 *p) {
  u32 w[64];
  for (u32 i = 0; i < 16; i++, p += 4)
    w[i] = (u32)p[0] << 24 | (u32)p[1] << 16 | (u32)p[2] << 8 | (u32)p[3];
  for (u32 i = 16; i < 64; i++) {
    u32 x = w[i - 15], y = w[i - 2];
    u32 s0 = rotr(x, 7) ^ rotr(x, 18) ^ x >> 3;
    u32 s1 = rotr(y, 17) ^ rotr(y, 19) ^ y >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  u32 a = state[0], b = state[1], c = state[2], d = state[3];
  u32 e = state[4], f = state[5], g = state[6], h = state[7];
  for (u32 i = 0; i < 64; i++) {
    u32 t1 = h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i];
    u32 t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1;
    d = c, c = b, b = a, a = t1 + t2;
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;
  state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

static NOINLINE u64 kernel(u32 n) {
  for (u32 i = 0; i < 8; i++) state[i] = initial[i];
  for (u32 i = 0; i < 1024; i++) message[i] = (u8)(13 * i + 5);
  for (u32 round = 0; round < n; round++)
    for (u32 offset = 0; offset < 1024; offset += 64) block(message + offset);
  u64 digest = 0;
  for (u32 i = 0; i < 8; i++) digest = 1000003 * digest + state[i];
  return digest;
}
