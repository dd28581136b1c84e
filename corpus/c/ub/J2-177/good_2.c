#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *p = aligned_alloc(16, 16);
  p[15] = 1;
  printf("%d\n", p[15]);
  free(p);
  return 0;
}
