/* Complex numbers of long double: imaginary constants, arithmetic, arguments and results. */
#include <stdio.h>
#define RE(x) (__real__(x))
#define IM(x) (__imag__(x))
typedef _Complex long double cld;
static cld g = 1.5L + 2.0Li;
static cld h = 1.1Li;
cld k(cld a, cld b) { return a * b + 1.1Li; }
int main(void) {
  cld a = 2.0Li; cld b = 3 + 0.1iL; cld c = k(a, b);
  double _Complex d = 2.5i;
  printf("%.20Lg %.20Lg %.20Lg %.20Lg\n", RE(a), IM(a), RE(b), IM(b));
  printf("%.20Lg %.20Lg %.20Lg %.20Lg\n", RE(g), IM(g), RE(h), IM(h));
  printf("%.20Lg %.20Lg %g\n", RE(c), IM(c), __imag__ d);
  cld e = 1 / (2.0L + 1.0Li); printf("%.20Lg %.20Lg\n", RE(e), IM(e));
  return 0;
}
