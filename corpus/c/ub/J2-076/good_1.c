#include <stdio.h>
int main(void) {
  int n = 3, m = 3;
  int a[6] = {0, 0, 0, 7};
  int(*p)[n] = (void *)a;
  int(*q)[m] = p;
  printf("%d\n", q[1][0]);
  return 0;
}
