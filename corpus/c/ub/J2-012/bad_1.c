/* TUF-UB-031 6.2.6.1p5 a _Bool is read whose byte is 2 */
#include <string.h>
int main(void) {
  _Bool b;
  memset(&b, 2, 1);
  return b ? 1 : 0; /* HERE */
}
