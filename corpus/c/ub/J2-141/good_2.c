#include <stdarg.h>
#include <stdio.h>
static int f(int n, ...) {
  va_list ap, again;
  va_start(ap, n);
  int x = va_arg(ap, int);
  va_copy(again, ap);
  x += va_arg(again, int) * va_arg(ap, int);
  va_end(again);
  va_copy(again, ap);
  x += va_arg(again, int);
  va_end(again);
  va_end(ap);
  return x;
}
int main(void) {
  printf("%d\n", f(3, 1, 2, 3));
  return 0;
}
