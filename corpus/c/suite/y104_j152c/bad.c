#include <stdio.h>
#include <stdint.h>
int main(void) {
  int64_t v = 5;
  printf("%lld\n", v);
}
