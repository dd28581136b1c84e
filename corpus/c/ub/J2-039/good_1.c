#include <stdio.h>
int f();
int main(void) {
  printf("%d\n", f(1.0f));
  return 0;
}
int f(double d) { return d > 0; }
