#include <stdio.h>
int f();
int main(void) {
  printf("%d\n", f(1));
  return 0;
}
int f(int a) { return a; }
