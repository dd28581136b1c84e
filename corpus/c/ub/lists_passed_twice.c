/* TUF-UB-030 a list is passed again after a function has used it */
#include <stdarg.h>
static int next(va_list ap) {
  return va_arg(ap, int); /* HERE */
}
static int f(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int a = next(ap);
  a += next(ap);
  va_end(ap);
  return a;
}
int main(void) { return f(1, 2, 3) == 0; }
