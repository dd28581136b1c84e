/* TUF-UB-031 --effective-types memcpy takes the type along (C11 6.5p6) */
#include <stdlib.h>
#include <string.h>
int main(void) {
  long v = 5;
  double *d = malloc(sizeof *d);
  memcpy(d, &v, sizeof v);
  return *d > 1; /* HERE */
}
