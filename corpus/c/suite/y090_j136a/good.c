#include <stdio.h>
#include <stdarg.h>
static int first(va_list ap) { return va_arg(ap, int); }
static int f(int n, ...) { va_list ap; va_start(ap, n); int s = first(ap);
  va_end(ap); return s; }
int main(void) { printf("%d\n", f(2, 3, 4)); }
