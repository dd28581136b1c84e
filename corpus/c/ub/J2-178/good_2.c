#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *p = realloc(0, 4), *q = p;
  q++;
  free(q - 1);
  puts("freed");
  return 0;
}
