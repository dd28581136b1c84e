#include <stdio.h>
int f(int n, ...);
int main(void) {
  printf("%d\n", f(1, 2));
  return 0;
}
int f(int n, ...) { return n; }
