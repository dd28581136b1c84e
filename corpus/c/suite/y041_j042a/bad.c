#include <stdio.h>
struct pr { int a, b; };
static _Atomic struct pr g;
int main(void) {
  g.a = 3;
  printf("x\n");
}
