#include <stdio.h>
static int pool[8];
int *restrict fa, *restrict fb;
static void init(int off) { fa = pool; fb = pool + off; }
int main(void) {
  init(4);
  fa[1] = 5; int x = fb[1];
  fb[2] = 4;
  printf("%d\n", x);
}
