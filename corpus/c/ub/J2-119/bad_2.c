/* TUF-UB-026 7.22.1p1 atoi of what no int holds */
#include <stdlib.h>
int main(void) {
  return atoi("99999999999") == 1; /* HERE */
}
