#include <stdio.h>
static long twice(long x) { return 2 * x; }
int main(void) {
  long (*f)(long) = twice;
  printf("%ld\n", f(3));
  return 0;
}
