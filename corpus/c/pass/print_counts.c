/* Floats in hexadecimal, counts of what was printed, wide strings in formats. */
#include <stdio.h>
#include <wchar.h>
int main(void) {
  double d[] = { 0, -0.0, 1, 1.5, 1.96875, 0.1, 3.14159, 1e300, 5e-324, 2.2e-308, -1234.5678, 0x1.8p+1, 0x1.fffffffffffffp+0, 1e308 * 10 };
  long double l[] = { 0, 1, 1.25L, 0.1L, -3.5e100L, 0xf.fffffffffffffffp0L, 1.0L / 3 };
  for (unsigned i = 0; i < sizeof d / sizeof *d; i++) printf("%a %A %.0a %.1a %.5a %.20a|%30a|%-30a|%030a|%+a|% a|%#.0a\n", d[i], d[i], d[i], d[i], d[i], d[i], d[i], d[i], d[i], d[i], d[i], d[i]);
  for (unsigned i = 0; i < sizeof l / sizeof *l; i++) printf("%La %LA %.0La %.1La %.5La %.18La|%30La|%-30La|%030La\n", l[i], l[i], l[i], l[i], l[i], l[i], l[i], l[i], l[i]);
  int n; long ln; short hn; signed char hh; printf("abc%n", &n); printf("%s%ln%5d%hn|%hhn\n", "text", &ln, 7, &hn, &hh); printf("%d %ld %d %d\n", n, ln, hn, hh);
  char b[40]; int k = snprintf(b, 6, "12345678%n", &n); printf("%s %d %d\n", b, n, k); printf("[%ls] [%8ls] [%-8ls] [%.2ls] %lc %d\n", L"wide", L"r", L"l", L"trunc", L'c', printf("%ls", L"\x3b2"));
  return 0; }
