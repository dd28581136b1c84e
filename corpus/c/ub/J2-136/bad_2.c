/* TUF-UB-030 the list is used after a function has read of it */
#include <stdarg.h>
static int take(va_list ap) { return va_arg(ap, int); }
static int f(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int x = take(ap);
  int y = va_arg(ap, int); /* HERE */
  va_end(ap);
  return x - y;
}
int main(void) { return f(2, 1, 1); }
