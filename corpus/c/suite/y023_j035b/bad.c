#include <stdio.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define SQ(x) ((x) * (x))
int main(void) {
  int i = 3;
  int r = SQ(i++);
  printf("%d %d\n", r, i);
}
