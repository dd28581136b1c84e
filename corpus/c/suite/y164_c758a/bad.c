#include <stdio.h>
#include <stdlib.h>
int main(void) { long **pp;
  long *d = malloc(sizeof *d); pp = &d; if (**pp > 3) puts("x");
  free(d); }
