#include <stdarg.h>
#include <stdio.h>
static int f(int n, ...) {
  va_list ap;
  va_start(ap, n);
  va_end(ap);
  return n;
}
int main(void) {
  printf("%d\n", f(1));
  return 0;
}
