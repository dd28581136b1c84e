#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  void *p = aligned_alloc(64, 128);
  printf("%d\n", (int)((uintptr_t)p % 64));
  free(p);
  return 0;
}
