#include <stdio.h>
#include <stdarg.h>
static int f(int n, ...) { va_list ap, cp; va_start(ap, n); va_copy(cp, ap);
  int s = va_arg(cp, int); va_end(cp); va_end(ap); return s; }
int main(void) { printf("%d\n", f(2, 3, 4)); }
