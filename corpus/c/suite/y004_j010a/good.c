#include <stdlib.h>
#include <stdio.h>
int main(void) {
  char *base = malloc(16);
  char *cur = base + 4;
  if (!base) return 0;
  if (cur > base) puts("x");
  free(base);
}
