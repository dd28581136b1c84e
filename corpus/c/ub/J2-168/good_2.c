#include <stdarg.h>
#include <stdio.h>
static int f(char *to, size_t n, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  int k = vsnprintf(to, n, format, ap);
  va_end(ap);
  return k;
}
int main(void) {
  char s[8];
  printf("%d\n", f(s, sizeof s, "%05d", 42));
  puts(s);
  return 0;
}
