#include <stdio.h>
#include <stdlib.h>
union both { long l; unsigned long u; };
int main(void) {
  void *m = malloc(8);
  *(long *)m = -1;
  unsigned long u = *(unsigned long *)m;
  *(double *)m = 0.5;
  union both b = {.l = -2};
  printf("%lu %g %lu\n", u, *(double *)m, b.u);
  free(m);
  return 0;
}
