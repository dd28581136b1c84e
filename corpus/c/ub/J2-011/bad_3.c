/* TUF-UB-031 6.3.2.1p2 a member of a struct has no value */
#include <stdio.h>
struct point { int x, y; };
static void fill(struct point *p) { p->x = 1; }
int main(void) {
  struct point p;
  fill(&p);
  printf("%d\n", p.x + p.y); /* HERE */
  return 0;
}
