/* TUF-UB-007 7.24.1p1 memcmp beyond the shorter */
#include <string.h>
int main(void) {
  char a[2] = {1, 2}, b[4] = {1, 2, 3, 4};
  return memcmp(a, b, 4) == 9; /* HERE */
}
