/* Rust enums: made by value, matched through a reference, options and pairs returned, iterators. */
#define DEFAULT_N 600
#include "harness.h"

enum { CIRCLE, RECT, LINE, EMPTY };
typedef struct {
  uint16_t tag, w, h;
  u32 a, b;
} shape;
typedef struct { u64 some, value; } option;
typedef struct { u64 sum, none; } pair;

static NOINLINE shape make(u64 x) {
  shape s = {EMPTY, 0, 0, 0, 0};
  switch (x & 3) {
  case 0: s.tag = CIRCLE; s.a = (u32)(x >> 8) & 0xfff; break;
  case 1: s.tag = RECT; s.w = (uint16_t)(x >> 16); s.h = (uint16_t)(x >> 40); break;
  case 2: s.tag = LINE; s.a = (u32)(x >> 20) & 0xffff; s.b = (u32)(x >> 44) & 0xffff; break;
  }
  return s;
}

static NOINLINE option area(const shape *s) {
  option none = {0, 0}, r = {1, 0};
  switch (s->tag) {
  case CIRCLE: r.value = (u64)s->a * s->a * 355 / 113; return r;
  case RECT: r.value = (u64)s->w * s->h; return r;
  case LINE:
    if (s->a >= s->b) return none;
    r.value = s->b - s->a;
    return r;
  }
  return none;
}

static NOINLINE pair total(const shape *shapes) {
  pair r = {0, 0};
  for (u32 i = 0; i < 16; i++) {
    option a = area(&shapes[i]);
    if (a.some) r.sum += a.value;
    else r.none++;
  }
  return r;
}

static NOINLINE u64 kernel(u32 n) {
  shape shapes[16];
  for (u32 i = 0; i < 16; i++) shapes[i].tag = EMPTY;
  u64 x = 0x9e3779b97f4a7c15u, h = 0;
  for (u32 i = 0; i < n; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    shapes[i & 15] = make(x);
    pair p = total(shapes);
    h = (h * 31 + p.sum) ^ p.none;
  }
  return h;
}
