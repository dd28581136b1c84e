#include <stdio.h>
int main(void) {
  long n = 0;
  sscanf("17", "%ld", &n);
  printf("%lld %lg\n", (long long)n, 2.5);
  return 0;
}
