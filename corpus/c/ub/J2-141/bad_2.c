/* TUF-UB-030 a copy into a list that is in use */
#include <stdarg.h>
static int f(int n, ...) {
  va_list ap, again;
  va_start(ap, n);
  va_start(again, n);
  int x = va_arg(ap, int);
  va_copy(again, ap); /* HERE */
  x += va_arg(again, int);
  va_end(again);
  va_end(ap);
  return x;
}
int main(void) { return f(2, 1, 2) == 0; }
