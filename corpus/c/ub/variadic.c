/* TUF-UB-030 an argument that was not passed */
#include <stdarg.h>
#include <stdio.h>
static int sum(int n, ...) {
  va_list ap;
  int s = 0;
  va_start(ap, n);
  for (int i = 0; i < n; i++)
    s += va_arg(ap, int); /* HERE */
  va_end(ap);
  return s;
}
int main(void) {
  printf("%d\n", sum(2, 3));
  return 0;
}
