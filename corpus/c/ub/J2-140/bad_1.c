/* TUF-UB-030 7.16.1.1p2 more than there are */
#include <stdarg.h>
static int sum(int n, ...) {
  va_list ap;
  int s = 0;
  va_start(ap, n);
  while (n--)
    s += va_arg(ap, int); /* HERE */
  va_end(ap);
  return s;
}
int main(void) { return sum(2, 3) == 0; }
