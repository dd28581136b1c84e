/* A corner of the language, with what gcc prints as the expected output. */
#include <stdio.h>
#include <complex.h>
static double complex f(double complex a, float complex b) { return a * b + conj(a); }
static float complex half(float complex z) { return z / 2; }
struct z { double complex v[2]; int n; };
static struct z mk(double complex a) { struct z r = { { a, -a }, 2 }; return r; }
#define P(x) do { double complex t = (x); printf("%g %g\n", creal(t), cimag(t)); } while (0)
static double complex g = 3 + 4 * I; static const float complex tab[] = { 1, 2 * I, 1.5f - 2.5f * I };
int main(void) {
  double complex a = 1 + 2 * I, b = 3 - I; float complex c = 0.5f + 0.25f * I; int _Complex ic = 3 + 4i;
  P(a + b); P(a - b); P(a * b); P(a / b); P(-a); P(~a); P(a * 2); P(2 / b); P(f(a, c)); P(half(c)); P(g); P(tab[2]);
  printf("%d %d %d\n", a == b, a != b, a == (1 + 2 * I));
  __real__ a = 10; __imag__ a += 5; P(a); P(mk(b).v[1]);
  ic = ic * ic; printf("%d %d\n", __real__ ic, __imag__ ic); printf("%d %d\n", __real__ ic, __imag__ ic);
  double complex *p = &b; *p += 1; *p *= I; P(*p); P(b ? 1 : 2);
  a = 5; P(a); double d = b; printf("%g\n", d); if (a) puts("yes"); if (!(0 * I)) puts("zero");
  long double complex l = 1.5L + 2.5L * I; l = l * l; printf("%Lg %Lg\n", creall(l), cimagl(l));
  double complex arr[3] = { [1] = I, 4 }; P(arr[0] + arr[1] * arr[2]);
  printf("%zu %zu %zu %g\n", sizeof a, sizeof c, sizeof l, cabs(3 + 4 * I));
  P((double complex){ 7 }); P(__builtin_complex(1.0, -0.5)); 
  return 0;
}
