#include <stdio.h>
#include <stdarg.h>
#include <stddef.h>
static int count(const char *f, ...) { va_list ap; va_start(ap, f); int n = 0;
  while (va_arg(ap, const char *)) n++;
  va_end(ap); return n; }
int main(void) {
 printf("%d\n", count("x", "a", "b"));
}
