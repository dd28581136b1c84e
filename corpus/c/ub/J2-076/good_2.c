#include <stdio.h>
static int f(int n, int (*p)[n]) { return n + (*p)[0]; }
int main(void) {
  int a[4] = {1};
  printf("%d\n", f(4, &a));
  return 0;
}
