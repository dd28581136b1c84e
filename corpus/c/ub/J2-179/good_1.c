#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int *p = calloc(4, sizeof *p);
  p[0] = 1;
  printf("%d\n", p[1]);
  free(p);
  return 0;
}
