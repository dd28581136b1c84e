#include <stdio.h>
static int g;
static int two(int a, int b) { return a * 10 + b; }
int main(void) {
  int *p = &g;
  int r = two(g = 1, *p = 2);
  printf("%d\n", r);
}
