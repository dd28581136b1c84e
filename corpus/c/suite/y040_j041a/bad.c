#include <stdio.h>
static void act(int *p) { *p = 1; }
typedef int (*fn)(int *);
int main(void) {
  int v = 0;
  fn f = (fn)(void (*)(void))act;
  int r = f(&v);
  printf("%d\n", v + (r != r));
}
