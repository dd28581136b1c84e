#include <stdio.h>
int main(void) {
  int a[3] = {1, 2, 3};
  int *p = a + 3;
  printf("%d %d\n", p[-1], (int)(&*p - a));
  return 0;
}
