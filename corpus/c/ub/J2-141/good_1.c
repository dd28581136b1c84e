#include <stdarg.h>
#include <stdio.h>
static int f(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int a = va_arg(ap, int);
  va_end(ap);
  va_start(ap, n);
  a += va_arg(ap, int);
  va_end(ap);
  return a;
}
int main(void) {
  printf("%d\n", f(1, 2));
  return 0;
}
