/* Floats, their conversions and comparisons, complex numbers. */
#include <complex.h>
#include <math.h>
#include <stdio.h>

static float half(float x) { return x / 2; }
static double old(f, n) float f; char n; { return f * n; }
static _Complex double turn(_Complex double z) { return z * 1.0i; }
static float _Complex shrink(float _Complex z) { return z / 2.0f; }

int main(void) {
  float f = 0.1f;
  double d = 0.1;
  printf("%d %.9g %.17g\n", f == d, f, d);
  printf("%d %d %d\n", (int)2.9, (int)-2.9, (unsigned char)254.5);
  printf("%g %g\n", half(5), old(1.5f, 4));
  printf("%.9g %.17g\n", (float)16777217, (double)9007199254740993LL);
  printf("%g %g\n", (double)0xffffffffffffffffu, (float)-3000000000L);
  double zero = 0, inf = 1 / zero, nan = inf - inf;
  printf("%d %d %d %d\n", nan == nan, nan != nan, nan < 1, inf > 1e308);
  printf("%d %d %d\n", isnan(nan), isinf(-inf) != 0, signbit(-zero) != 0);
  printf("%d %d\n", nan ? 1 : 2, zero ? 1 : 2);
  f++;
  f *= 3;
  d -= 2;
  printf("%g %g %g\n", f, d, -d);
  printf("%g %g %g\n", fabs(-2.5), floor(-2.5), sqrt(2));
  printf("%g %g\n", 0x1.8p3, 1e-310);
  _Complex double z = 3.0 + 4.0i, y = turn(z);
  printf("%g %g %g %g\n", creal(z), cimag(z), __real__ y, __imag__ y);
  y = z * y + 1;
  y /= 2.0i;
  printf("%g %g %d\n", __real__ y, __imag__ y, z == y);
  float _Complex s = shrink(1.0f + 2.0if);
  __imag__ s += 1;
  printf("%g %g\n", __real__ s, __imag__ s);
  printf("%g\n", (1 ? 1 : 2.0) / 2);
  return 0;
}
