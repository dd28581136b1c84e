/* TUF-UB-007 7.24.1p1 memset of more than there is */
#include <string.h>
int main(void) {
  int a[4];
  memset(a, 0, 5 * sizeof(int)); /* HERE */
  return a[0];
}
