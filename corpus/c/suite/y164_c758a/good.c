#include <stdio.h>
#include <stdlib.h>
int main(void) { long **pp;
  long *d = calloc(1, sizeof *d); pp = &d; if (**pp > 3) puts("x");
  free(d); }
