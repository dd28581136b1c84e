#include <stdio.h>
#include <string.h>
struct s { char c; int i; };
int main(void) {
  struct s x, y;
  memset(&x, 0, sizeof x);
  memset(&y, 0, sizeof y);
  printf("%d\n", memcmp(&x, &y, sizeof x));
  return 0;
}
