#include <stdio.h>
#include <stdlib.h>
struct vec { int n; int d[]; };
int main(void) {
  struct vec *v = malloc(sizeof *v + 3 * sizeof(int)); if (!v) return 1;
  v->n = 3;
  for (int i = 0; i
   <
   v->n; i++) v->d[i] = i;
  printf("%d\n", v->d[2]); free(v);
}
