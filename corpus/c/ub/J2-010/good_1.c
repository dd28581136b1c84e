#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(4), *q = p;
  int same = p == q;
  free(p);
  p = q = 0;
  printf("%d %d\n", same, p == q);
  return 0;
}
