/* TUF-UB-030 no va_end */
#include <stdarg.h>
static int f(int n, ...) {
  va_list ap;
  va_start(ap, n);
  return va_arg(ap, int) - 2; /* HERE */
}
int main(void) { return f(1, 2); }
