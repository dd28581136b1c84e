/* Floating point: Newton's root, a Taylor sine, Simpson's rule, a running mean and variance, Horner, mixed with ints. */
#define DEFAULT_N 200
#include "harness.h"

static double root(double x) {
  double y = x > 1 ? x : 1;
  for (int i = 0; i < 20; i++) {
    double z = 0.5 * (y + x / y);
    if (z == y) break;
    y = z;
  }
  return y;
}

static double sine(double x) {
  double term = x, sum = x;
  for (int k = 1; k < 12; k++) {
    term *= -x * x / ((2 * k) * (2 * k + 1));
    sum += term;
  }
  return sum;
}

static double horner(const double *c, int n, double x) {
  double v = 0;
  for (int i = n - 1; i >= 0; i--) v = v * x + c[i];
  return v;
}

static double simpson(double (*f)(double), double a, double b, int steps) {
  double h = (b - a) / steps, s = f(a) + f(b);
  for (int i = 1; i < steps; i++) s += f(a + i * h) * (i % 2 ? 4 : 2);
  return s * h / 3;
}

static NOINLINE u64 kernel(u32 n) {
  static const double coefficients[] = {1.5, -2.25, 0.125, 3.0, -0.5, 0.75};
  float mean = 0, square = 0;
  u64 sum = 0;
  for (u32 r = 0; r < n; r++) {
    double area = simpson(sine, 0, 1.0 + (double)(r & 7) / 8, 20);
    double v = 0;
    for (int i = 0; i < 100; i++) {
      double x = (double)i / 50.0 - 1.0;
      v += horner(coefficients, 6, x);
      float delta = (float)x * 3.0f - mean;
      mean += delta / (float)(i + 1);
      square += delta * ((float)x * 3.0f - mean);
    }
    for (int i = 1; i < 20; i++) v += root(i);
    sum = sum * 31 + (u64)(int64_t)(area * 1e9) + (u64)(int64_t)(v * 1e6) + (u64)(int64_t)(square * 100.0f);
  }
  return sum;
}
