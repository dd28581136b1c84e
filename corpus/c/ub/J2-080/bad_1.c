/* TUF-UB-001/TUF-UB-031 6.3.2.1p2 bits without a name */
#include <string.h>
struct s { int a : 3; int : 21; int b : 8; };
int main(void) {
  struct s x;
  x.a = 1;
  x.b = 2;
  unsigned char c[sizeof x];
  memcpy(c, &x, sizeof x);
  if (c[2]) /* HERE */
    return 1;
  return 0;
}
