#include <stdarg.h>
#include <stdio.h>
static void show(int n, ...) {
  va_list ap;
  va_start(ap, n);
  unsigned u = va_arg(ap, unsigned);
  double d = va_arg(ap, double);
  printf("%u %g %s\n", u, d, (char *)va_arg(ap, void *));
  va_end(ap);
}
int main(void) {
  show(3, 5, 2.5f, "x");
  return 0;
}
