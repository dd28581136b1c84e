#include <stdarg.h>
#include <stdio.h>
static void f(const char *format, ...) {
  va_list ap, again;
  va_start(ap, format);
  va_copy(again, ap);
  vprintf(format, ap);
  va_end(ap);
  vprintf(format, again);
  va_end(again);
}
int main(void) {
  f("%d\n", 1);
  return 0;
}
