#include <stdarg.h>
#include <stdio.h>
static int f(int n, ...) {
  va_list ap;
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    va_start(ap, n);
    sum += va_arg(ap, int);
    va_end(ap);
  }
  return sum;
}
int main(void) {
  printf("%d\n", f(1, 2));
  return 0;
}
