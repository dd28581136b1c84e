#include <stdio.h>
struct s { int a, b; };
int main(void) {
  struct s x;
  int y;
  printf("%d %d\n", (void *)&x.a < (void *)&x.b, &x.a == &y);
  return 0;
}
