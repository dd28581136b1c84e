/* TUF-UB-020 7.22.3.4p2 a member is printed */
#include <stdio.h>
#include <stdlib.h>
struct s { int a, b; };
int main(void) {
  struct s *p = malloc(sizeof *p);
  p->a = 1;
  printf("%d\n", p->b); /* HERE */
  free(p);
  return 0;
}
