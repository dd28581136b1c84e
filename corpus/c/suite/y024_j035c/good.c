#include <stdio.h>
static int g;
static int two(int a, int b) { return a * 10 + b; }
int main(void) {
  int *p = &g;
  g = 1; int r = two(g, *p + 1);
  printf("%d\n", r);
}
