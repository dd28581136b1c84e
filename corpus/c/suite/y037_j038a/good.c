#include <stdio.h>
int add3();
int main(void) {
  printf("%d\n", add3(1, 2, 3));
}
int add3(a, b, c) int a, b, c; { return a + b + c; }
