/* TUF-UB-020 7.22.3.5p2 a new element is printed */
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int *p = calloc(1, sizeof *p);
  p = realloc(p, 2 * sizeof *p);
  printf("%d\n", p[1]); /* HERE */
  free(p);
  return 0;
}
