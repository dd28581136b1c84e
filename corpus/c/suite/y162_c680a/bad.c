#include <stdio.h>
#include <stdlib.h>
int main(void) { unsigned n = 0x40000001u; 
  int *p = malloc(n * (unsigned)sizeof(int));
  if (!p) return 0; for (unsigned i = 0; i < 5; i++) p[i] = 0;
  printf("%d\n", p[0]); free(p); }
