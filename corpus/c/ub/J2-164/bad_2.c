/* TUF-UB-026 7.21.6.2p10 a number that no int holds */
#include <stdio.h>
int main(void) {
  int n = 0;
  sscanf("99999999999", "%d", &n); /* HERE */
  return n == 5;
}
