/* %a and %n of printf: C leaves the first digit open, and gcc's library and Tuffy's take the same. */
#include <stdio.h>

int main(void) {
  double d[] = {0, 1, -1.5, 0.1, 1e308, 5e-324, 2.2250738585072014e-308, 3.14159, 1.0 / 0.0, 255.96875};
  long double l[] = {0, 1, -1.5L, 0.1L, 1e4000L, 3.6e-4951L, 65535.999L};
  for (unsigned k = 0; k < sizeof d / sizeof *d; k++)
    printf("%a %A %.0a %.3a %#.0a %20.2a| %-20.15a| %020a %+a\n", d[k], d[k], d[k], d[k], d[k], d[k], d[k], d[k], d[k]);
  for (unsigned k = 0; k < sizeof l / sizeof *l; k++)
    printf("%La %LA %.0La %.3La %#.0La %24.2La| %-24.15La| %024La\n", l[k], l[k], l[k], l[k], l[k], l[k], l[k], l[k]);
  int n;
  long at;
  signed char c;
  short h;
  long long ll;
  printf("%d%n %s%ln %hhn%hn%lln\n", 123, &n, "text", &at, &c, &h, &ll);
  printf("%d %ld %d %d %lld\n", n, at, c, h, ll);
  char s[4];
  int full = snprintf(s, sizeof s, "abcdef%n", &n);
  printf("%d %d %s\n", full, n, s);
  return 0;
}
