#include <stdio.h>
struct s { int n; };
int main(void) {
  struct s a = {1}, b = {5};
  int r = (a = b).n + a.n++;
  printf("%d\n", r);
}
