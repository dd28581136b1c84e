#include <stdio.h>
int main(void) {
  int a[2];
  int *p = 0;
  printf("%d %d\n", &*p == 0, (int)sizeof *p);
  p = &a[2] - 1;
  *p = 5;
  printf("%d\n", a[1]);
  return 0;
}
