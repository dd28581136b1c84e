/* TUF-UB-031 an int read as a short */
#include <stdio.h>
int main(void) {
  int n = 0;
  return sscanf("7 x", "%hd %*c", &n) != 1; /* HERE */
}
