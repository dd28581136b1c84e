/* TUF-UB-031 a short read as an int, with room behind it */
#include <stdio.h>
int main(void) {
  short n[2] = {0};
  sscanf("7", "%d", n); /* HERE */
  return n[0];
}
