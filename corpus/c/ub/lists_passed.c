/* TUF-UB-030 a list after a function that it was passed to has used it */
#include <stdarg.h>
static int next(va_list ap) { return va_arg(ap, int); }
static int f(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int a = next(ap);
  a += va_arg(ap, int); /* HERE */
  va_end(ap);
  return a;
}
int main(void) { return f(1, 2, 3) == 0; }
