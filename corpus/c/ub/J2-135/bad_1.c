/* TUF-UB-030 7.16.1.1p2 va_arg without va_start */
#include <stdarg.h>
static int f(int n, ...) {
  va_list ap;
  return va_arg(ap, int); /* HERE */
}
int main(void) { return f(1, 2); }
