/* TUF-UB-030 7.16.1.1p2 va_end of no list */
#include <stdarg.h>
static int f(int n, ...) {
  va_list ap;
  va_end(ap); /* HERE */
  return 0;
}
int main(void) { return f(1, 2); }
