#include <stdio.h>
int f();
int main(void) {
  char c = 'a';
  printf("%d %d\n", f(c), f(7u));
  return 0;
}
int f(n) int n; { return n; }
