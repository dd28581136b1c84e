/* TUF-UB-015 7.22.3.3p2 free of the second byte */
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p++;
  free(p); /* HERE */
  return 0;
}
