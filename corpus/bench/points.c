/* Structs by value: pairs of doubles and pairs of words are passed to and returned from functions. */
#define DEFAULT_N 5000
#include "harness.h"

typedef struct { double re, im; } complex;
typedef struct { u64 lo, hi; } range;

static NOINLINE complex cmul(complex a, complex b) {
  complex r = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return r;
}

static NOINLINE complex cadd(complex a, complex b) {
  complex r = {a.re + b.re, a.im + b.im};
  return r;
}

static NOINLINE range meet(range a, range b) {
  range r = {a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
  return r;
}

static NOINLINE range shift(range r, u64 d) {
  r.lo += d;
  r.hi += d + (d & 7);
  return r;
}

static NOINLINE u64 kernel(u32 n) {
  complex z = {1, 0}, w = {0.8, 0.6}, c = {0.001, -0.002};
  range r = {0, 1u << 30};
  u64 sum = 0;
  for (u32 i = 0; i < n; i++) {
    z = cadd(cmul(z, w), c);
    range s = {i, 1u << 30};
    r = meet(shift(r, i & 15), s);
    sum += r.hi - r.lo;
  }
  union { double d; u64 u; } a = {z.re}, b = {z.im};
  return sum ^ a.u ^ b.u >> 1;
}
