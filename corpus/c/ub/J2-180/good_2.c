#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int *p = calloc(2, sizeof *p);
  p = realloc(p, sizeof *p);
  printf("%d\n", p[0]);
  free(p);
  return 0;
}
