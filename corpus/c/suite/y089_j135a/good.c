#include <stdio.h>
#include <stdarg.h>
static int f(int n, ...) { va_list ap; int s = 0;
  va_start(ap, n);
  while (n--) s += va_arg(ap, int);
  va_end(ap);
  return s; }
int main(void) { printf("%d\n", f(2, 3, 4)); }
