#include <stdio.h>
static int add(int a, int b) { return a + b; }
int main(void) {
  void (*any)(void) = (void (*)(void))add;
  int (*f)(int, int) = (int (*)(int, int))any;
  printf("%d\n", f(1, 2));
  return 0;
}
