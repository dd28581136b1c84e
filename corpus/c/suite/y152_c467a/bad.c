#include <stdio.h>
#include <stdlib.h>
int main(void) {
  double *d = malloc(sizeof(float *) / 2);
  if (!d) return 1; *d = 1.7;
  printf("%f\n", *d); free(d); }
