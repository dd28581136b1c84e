#include <stdlib.h>
#include <stdio.h>
int main(void) {
  size_t n = 0;
  char *p = calloc(n, 1);
  if (p) { *p = 1; printf("%d\n", *p); }
  free(p);
}
