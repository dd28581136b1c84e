#include <stdio.h>
int f(a, b) int a; double b; { return a + (int)b; }
int main(void) {
  printf("%d\n", f(1, 2.5f));
  return 0;
}
