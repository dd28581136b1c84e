/* TUF-UB-030 7.16.1.1p2 va_arg after va_end */
#include <stdarg.h>
static int f(int n, ...) {
  va_list ap;
  va_start(ap, n);
  va_end(ap);
  return va_arg(ap, int); /* HERE */
}
int main(void) { return f(1, 2); }
