/* TUF-UB-014 7.22.3.3p2 free twice */
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  free(p);
  free(p); /* HERE */
  return 0;
}
