/* A corner of the language, with what gcc prints as the expected output. */
#include <stdio.h>
#include <stdarg.h>
#include <stdint.h>
struct s1 { char c[3]; }; struct s2 { double d; long l; }; struct s3 { float a, b, c; }; struct s4 { long a[3]; }; struct s5 { float f; int i; };
static long sum(const char *f, ...) {
  va_list ap, cp; va_start(ap, f); va_copy(cp, ap); double t = 0;
  for (int pass = 0; pass < 2; pass++) {
    va_list *l = pass ? &cp : &ap;
    for (const char *p = f; *p; p++) switch (*p) {
      case 'i': t += va_arg(*l, int); break;
      case 'l': t += va_arg(*l, long); break;
      case 'd': t += va_arg(*l, double); break;
      case 'D': t += (double)va_arg(*l, long double); break;
      case 'p': t += *va_arg(*l, int *); break;
      case '1': { struct s1 s = va_arg(*l, struct s1); t += s.c[0] + s.c[2]; break; }
      case '2': { struct s2 s = va_arg(*l, struct s2); t += s.d + s.l; break; }
      case '3': { struct s3 s = va_arg(*l, struct s3); t += s.a + s.b + s.c; break; }
      case '4': t += va_arg(*l, struct s4).a[2]; break;
      case '5': { struct s5 s = va_arg(*l, struct s5); t += s.f * s.i; break; }
      case 'x': t += (double)(va_arg(*l, __int128) >> 64); break;
      case 'f': { typedef int (*fn)(int); t += va_arg(*l, fn)(3); break; }
    }
  }
  va_end(cp); va_end(ap); return (long)t;
}
static int twice(int x) { return 2 * x; }
static int vsum(int n, va_list ap) { int t = 0; while (n--) t += va_arg(ap, int); return t; }
static int both(int n, ...) { va_list ap; va_start(ap, n); int a = vsum(n, ap); va_end(ap); va_start(ap, n); int b = va_arg(ap, int); va_end(ap); return a * 100 + b; }
static void fmt(char *out, const char *f, ...) { va_list ap; va_start(ap, f); vsprintf(out, f, ap); va_end(ap); }
int main(void) {
  int five = 5; struct s1 a = { { 1, 2, 3 } }; struct s2 b = { 2.5, 7 }; struct s3 c = { 1, 2, 3.5f }; struct s4 d = { { 1, 2, 40 } }; struct s5 e = { 1.5f, 4 };
  printf("%ld\n", sum("ildpf", 1, 2L, 3.5, &five, twice));
  printf("%ld\n", sum("12345", a, b, c, d, e));
  printf("%ld\n", sum("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.));
  printf("%ld\n", sum("iiiiiiii1i", 1, 2, 3, 4, 5, 6, 7, 8, a, 9));
  printf("%ld\n", sum("iiiii2x3", 1, 2, 3, 4, 5, b, (__int128)6 << 64, c));
  printf("%ld\n", sum("D2Di4D", 1.5L, b, 2.5L, 3, d, 4.0L));
  printf("%ld\n", sum("ddddddd3d5", 1., 2., 3., 4., 5., 6., 7., c, 8., e));
  printf("%d\n", both(4, 1, 2, 3, 4));
  char buf[80]; fmt(buf, "%s-%c-%05d-%Lf-%hhd-%lld", "str", 'c', 42, 1.25L, (char)200, 1LL << 40); puts(buf);
  return 0;
}
