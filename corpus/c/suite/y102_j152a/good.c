#include <stdio.h>
#include <stdint.h>
int main(void) {
  int64_t v = 5; size_t n = 3;
  printf("%zu\n", n);
  printf("%d\n", (int)v);
}
