#include <stdio.h>
#include <stdlib.h>
struct s { int a, b; };
int main(void) {
  struct s *p = malloc(sizeof *p);
  *p = (struct s){1};
  printf("%d\n", p->b);
  free(p);
  return 0;
}
