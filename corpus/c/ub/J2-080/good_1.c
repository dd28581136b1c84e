#include <stdio.h>
struct s { int a : 3; int : 5; int b : 8; };
int main(void) {
  struct s x = {1, 2}, y = x;
  printf("%d %d\n", y.a, y.b);
  return 0;
}
