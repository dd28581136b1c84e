/* The Mandelbrot set in doubles, 48 columns a row, at most 50 iterations a point. */
#define DEFAULT_N 20
#include "harness.h"

static NOINLINE u32 escape(double cr, double ci) {
  double zr = 0, zi = 0;
  for (u32 i = 0; i < 50; i++) {
    double rr = zr * zr, ii = zi * zi;
    if (rr + ii > 4.0) return i;
    zi = 2 * zr * zi + ci;
    zr = rr - ii + cr;
  }
  return 50;
}

static NOINLINE u64 kernel(u32 n) {
  u64 h = 0;
  for (u32 y = 0; y < n; y++)
    for (u32 x = 0; x < 48; x++) h = h * 31 + escape((double)(int)x / 16.0 - 2.25, (double)(int)(y % 40) / 16.0 - 1.25);
  return h;
}
