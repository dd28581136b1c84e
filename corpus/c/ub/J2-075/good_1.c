#include <stdio.h>
static int f(int n) {
  int a[n];
  a[n - 1] = n;
  return a[n - 1] + (int)sizeof a;
}
int main(void) {
  printf("%d %d\n", f(1), f(5));
  return 0;
}
