/* TUF-UB-030 va_start of a list that has not been ended */
#include <stdarg.h>
static int f(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int a = va_arg(ap, int);
  va_start(ap, n); /* HERE */
  a += va_arg(ap, int);
  va_end(ap);
  return a;
}
int main(void) { return f(1, 2) == 5; }
