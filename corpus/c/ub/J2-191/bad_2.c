/* TUF-UB-012 7.24.1p2 strcmp of a string that was freed */
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *s = calloc(4, 1);
  free(s);
  return strcmp(s, "a") == 7; /* HERE */
}
