#include <stdio.h>
static int f(int n, int a[n]) { return n == 0; }
int main(void) {
  printf("%d\n", f(0, 0));
  return 0;
}
