#include <stdio.h>
static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
int main(void) {
  int (*f)(int) = inc;
  int r = f(1) + (f = dec)(1);
  printf("%d\n", r);
}
