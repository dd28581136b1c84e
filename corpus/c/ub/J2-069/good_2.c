#include <stdio.h>
static int sum(int n, const int *restrict p) { return n ? *p + sum(n - 1, p + 1) : 0; }
int main(void) {
  int a[3] = {1, 2, 3};
  printf("%d\n", sum(3, a));
  return 0;
}
