/* TUF-UB-030 7.16.1.1p2 the list is used after vprintf */
#include <stdarg.h>
#include <stdio.h>
static int f(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  vprintf(format, ap);
  int x = va_arg(ap, int); /* HERE */
  va_end(ap);
  return x;
}
int main(void) { return f("%d\n", 1, 0); }
