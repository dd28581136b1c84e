/* TUF-UB-030 7.21.6.8p2 a list that was ended */
#include <stdarg.h>
#include <stdio.h>
static void f(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  va_end(ap);
  vprintf(format, ap); /* HERE */
}
int main(void) {
  f("%d\n", 1);
  return 0;
}
