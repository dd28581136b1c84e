#include <stdio.h>
struct s { int n; int m; };
int main(void) {
  struct s a = {1, 2};
  a = (struct s){a.n + 1, 3};
  int v = (struct s){a.n, a.n + 1}.m;
  printf("%d %d\n", a.n, v);
}
