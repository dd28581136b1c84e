#include <stdarg.h>
#include <stdio.h>
static void f(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  vprintf(format, ap);
  va_end(ap);
}
int main(void) {
  f("%d %s\n", 1, "x");
  return 0;
}
