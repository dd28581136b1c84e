/* TUF-UB-030 an early return leaves a list */
#include <stdarg.h>
static int first(int n, ...) {
  va_list ap;
  va_start(ap, n);
  for (int i = 0; i < n; i++) {
    int x = va_arg(ap, int);
    if (x > 0)
      return x; /* HERE */
  }
  va_end(ap);
  return 0;
}
int main(void) { return first(3, 0, -1, 2) == 0; }
