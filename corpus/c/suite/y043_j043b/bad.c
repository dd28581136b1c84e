#include <stdio.h>
#include <stdint.h>
static int v = 4;
int main(void) {
  uintptr_t u = (uintptr_t)&v;
  u ^= 0x5550000;
  printf("%d\n", *(int *)u);
}
