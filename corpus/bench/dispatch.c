/* Methods through tables of functions: four shapes, each object with a pointer to its table. */
#define DEFAULT_N 10000
#include "harness.h"

typedef struct shape shape;
typedef struct {
  u64 (*area)(const shape *);
  void (*grow)(shape *, u64);
} methods;
struct shape {
  const methods *m;
  u64 a, b;
};

static NOINLINE u64 square_area(const shape *s) { return s->a * s->a; }
static NOINLINE u64 rect_area(const shape *s) { return s->a * s->b; }
static NOINLINE u64 tri_area(const shape *s) { return s->a * s->b / 2; }
static NOINLINE u64 ring_area(const shape *s) { return 3 * (s->a * s->a - s->b * s->b); }
static NOINLINE void grow_a(shape *s, u64 k) { s->a = (s->a + k) & 0xffff; }
static NOINLINE void grow_both(shape *s, u64 k) {
  s->a = (s->a ^ k) & 0xffff;
  s->b = (s->b + 1) & 0xfff;
}

static const methods square = {square_area, grow_a}, rect = {rect_area, grow_both}, tri = {tri_area, grow_both}, ring = {ring_area, grow_a};
static const methods *const kinds[4] = {&square, &rect, &tri, &ring};
static shape shapes[16];

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  for (u32 i = 0; i < 16; i++) {
    shapes[i].m = kinds[(i * 7 >> 1) & 3];
    shapes[i].a = i + 1;
    shapes[i].b = i / 2;
  }
  for (u32 i = 0; i < n; i++) {
    shape *s = &shapes[(i * 5 + (u32)sum) & 15];
    sum += s->m->area(s);
    s->m->grow(s, sum & 63);
  }
  return sum;
}
