#include <stdio.h>
#include <stdlib.h>
int main(void) { double *d = malloc(10 * sizeof(double)); if (!d) return 1;
  for (int i = 0; i <
   5
   ; i++) d[i] = i;
  for (int i = 0; i < 10; i++) printf("%f\n", d[i]);
  free(d); }
