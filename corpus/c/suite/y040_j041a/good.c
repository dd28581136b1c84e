#include <stdio.h>
static void act(int *p) { *p = 1; }
typedef int (*fn)(int *);
int main(void) {
  int v = 0;
  void (*f)(int *) = act; f(&v);
  printf("%d\n", v);
}
