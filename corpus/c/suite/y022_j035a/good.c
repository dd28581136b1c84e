#include <stdio.h>
struct s { int i; int a[4]; };
int main(void) {
  struct s v = {0, {9, 8, 7, 6}};
  struct s *p = &v;
  p->a[p->i] = p->i; p->i++;
  printf("%d %d\n", v.a[0], v.i);
}
