/* TUF-UB-030 a copy of a list that is not ended */
#include <stdarg.h>
static int sum(int n, va_list ap) {
  va_list again;
  int s = 0;
  va_copy(again, ap);
  for (int i = 0; i < n; i++)
    s += va_arg(again, int);
  return s; /* HERE */
}
static int f(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int s = sum(n, ap);
  va_end(ap);
  return s;
}
int main(void) { return f(2, 3, 4) == 0; }
