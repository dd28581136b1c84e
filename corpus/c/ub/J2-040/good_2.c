#include <stdio.h>
int f();
int main(void) {
  char s[] = "x";
  void *p = s;
  printf("%d %d\n", f(s), f(p));
  return 0;
}
int f(p) char *p; { return *p; }
