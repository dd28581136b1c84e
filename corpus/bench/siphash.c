/* SipHash-2-4 of messages of 0 to 63 bytes, with the tail taken byte by byte. */
#define DEFAULT_N 500
#include "harness.h"

static u8 message[64];

typedef struct { u64 v0, v1, v2, v3; } state;

#define ROTL(x, b) ((x) << (b) | (x) >> (64 - (b)))

static inline void sipround(state *s) {
  s->v0 += s->v1; s->v1 = ROTL(s->v1, 13); s->v1 ^= s->v0; s->v0 = ROTL(s->v0, 32);
  s->v2 += s->v3; s->v3 = ROTL(s->v3, 16); s->v3 ^= s->v2;
  s->v0 += s->v3; s->v3 = ROTL(s->v3, 21); s->v3 ^= s->v0;
  s->v2 += s->v1; s->v1 = ROTL(s->v1, 17); s->v1 ^= s->v2; s->v2 = ROTL(s->v2, 32);
}

static inline u64 word(const u8 *p) {
  u64 w = 0;
  for (u32 i = 0; i < 8; i++) w |= (u64)p[i] << (8 * i);
  return w;
}

static NOINLINE u64 siphash(const u8 *p, u64 len, u64 k0, u64 k1) {
  state s = {k0 ^ 0x736f6d6570736575u, k1 ^ 0x646f72616e646f6du, k0 ^ 0x6c7967656e657261u, k1 ^ 0x7465646279746573u};
  const u8 *end = p + (len & ~(u64)7);
  u64 b = len << 56;
  for (; p != end; p += 8) {
    u64 m = word(p);
    s.v3 ^= m;
    sipround(&s);
    sipround(&s);
    s.v0 ^= m;
  }
  for (u64 i = 0; i < (len & 7); i++) b |= (u64)p[i] << (8 * i);
  s.v3 ^= b;
  sipround(&s);
  sipround(&s);
  s.v0 ^= b;
  s.v2 ^= 0xff;
  for (int i = 0; i < 4; i++) sipround(&s);
  return s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
}

static NOINLINE u64 kernel(u32 n) {
  u64 h = 0;
  for (u32 i = 0; i < 64; i++) message[i] = (u8)(i * 7 + 3);
  for (u32 i = 0; i < n; i++) h += siphash(message, i & 63, h, i);
  return h;
}
