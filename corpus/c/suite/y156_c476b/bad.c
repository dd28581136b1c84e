#include <stdio.h>
#include <stdlib.h>
int main(void) { int **m = calloc(2, sizeof *m); int r = 7; m[0] = &r;
  printf("%d\n", *m[1]);
  free(m); }
