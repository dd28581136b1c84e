/* TUF-UB-031 a pointer to freed memory is printed (C11 6.2.4p2) */
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(8);
  free(p);
  printf("%p\n", (void *)p); /* HERE */
  return 0;
}
