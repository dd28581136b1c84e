/* TUF-UB-030 7.16.1.1p2 a double as an int */
#include <stdarg.h>
static int first(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int x = va_arg(ap, int); /* HERE */
  va_end(ap);
  return x;
}
int main(void) { return first(1, 2.5) == 0; }
