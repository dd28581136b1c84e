#include <stdio.h>
#include <stdlib.h>
struct t { struct t *l; };
int main(void) {
  struct t *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  if (a >= b) puts("one");
  free(a); free(b);
}
