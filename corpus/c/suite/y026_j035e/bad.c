#include <stdio.h>
struct s { int n; int m; };
int main(void) {
  struct s a = {1, 2};
  a = (struct s){a.n++, 3};
  int v = (struct s){a.n++, a.n}.m;
  printf("%d %d\n", a.n, v);
}
