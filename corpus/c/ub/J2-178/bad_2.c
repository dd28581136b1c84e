/* TUF-UB-015 7.22.3.3p2 free of an array */
#include <stdlib.h>
int main(void) {
  char a[4];
  free(a); /* HERE */
  return 0;
}
