#include <stdio.h>
struct pr { int a, b; };
static _Atomic struct pr g;
int main(void) {
  struct pr t = {3, 0}; g = t; t = g; printf("%d\n", t.a);
}
