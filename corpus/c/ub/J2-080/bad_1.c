/* TUF-UB-001/TUF-UB-031 6.3.2.1p2 the padding bits of a bit-field */
#include <string.h>
struct s { int a : 3; int : 5; int b : 8; };
int main(void) {
  struct s x;
  x.a = 1;
  x.b = 2;
  unsigned char c[sizeof x];
  memcpy(c, &x, sizeof x);
  if (c[3]) /* HERE */
    return 1;
  return 0;
}
