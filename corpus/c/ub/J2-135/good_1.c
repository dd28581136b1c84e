#include <stdarg.h>
#include <stdio.h>
static int f(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int x = va_arg(ap, int);
  va_end(ap);
  return x;
}
int main(void) {
  printf("%d\n", f(1, 2));
  return 0;
}
