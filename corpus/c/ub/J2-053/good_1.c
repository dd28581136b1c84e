#include <stdio.h>
int main(void) {
  int a[3];
  int *p = a, *q = a + 3;
  printf("%d\n", p < q);
  return 0;
}
