#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p[0] = 'a';
  p = realloc(p, 4000);
  printf("%c\n", p[0]);
  free(p);
  return 0;
}
