#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = calloc(4, 1);
  p = realloc(p, 8);
  memset(p + 4, 1, 4);
  printf("%d %d\n", p[3], p[6]);
  free(p);
  return 0;
}
