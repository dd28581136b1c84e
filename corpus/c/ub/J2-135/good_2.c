#include <stdarg.h>
#include <stdio.h>
static int f(int n, ...) {
  va_list ap, again;
  va_start(ap, n);
  va_copy(again, ap);
  int x = va_arg(ap, int) * 10 + va_arg(again, int);
  va_end(ap);
  va_end(again);
  return x;
}
int main(void) {
  printf("%d\n", f(1, 2));
  return 0;
}
