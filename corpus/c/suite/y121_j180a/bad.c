#include <stdlib.h>
#include <stdio.h>
int main(void) {
  int *p = calloc(2, sizeof *p); if (!p) return 1;
  p = realloc(p, 4 * sizeof *p); int s = 0;
  for (int i = 0; i <
  4
  ; i++) s += p[i];
  printf("%d\n", s); free(p);
}
