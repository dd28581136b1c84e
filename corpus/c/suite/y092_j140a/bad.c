#include <stdio.h>
#include <stdarg.h>
static double avg(int n, ...) { va_list ap; va_start(ap, n); double s = 0;
  for (int i = 0; i < n; i++) s += va_arg(ap, double);
  va_end(ap); return s / n; }
int main(void) {
 printf("%f\n", avg(2, 1.0, 2));
}
