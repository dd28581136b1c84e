/* TUF-UB-031 a null pointer for a parameter with static in its brackets */
#include <stddef.h>
struct point { int x, y; };
static int size(struct point p[static 1]) { return (int)sizeof p[0]; }
int main(void) {
  struct point *p = NULL;
  return size(p) == 1; /* HERE */
}
