#include <stdarg.h>
#include <stdio.h>
static int take(va_list *ap) { return va_arg(*ap, int); }
static int f(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int x = take(&ap) - take(&ap);
  va_end(ap);
  return x;
}
int main(void) {
  printf("%d\n", f(2, 3, 1));
  return 0;
}
