/* TUF-UB-031 the old pointer is converted to a number after realloc (C11 6.2.4p2, 7.22.3.5) */
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(8);
  char *q = realloc(p, 16);
  uintptr_t moved = (uintptr_t)p; /* HERE */
  free(q);
  return moved == 1;
}
