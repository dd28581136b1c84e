/* TUF-UB-007 7.21.6.2p12 an int is read into a char */
#include <stdio.h>
int main(void) {
  _Alignas(int) char c;
  sscanf("70000", "%d", (int *)(void *)&c); /* HERE */
  return 0;
}
