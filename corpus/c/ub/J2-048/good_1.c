#include <stdio.h>
int main(void) {
  int a[5];
  printf("%d\n", (int)(&a[5] - &a[1]));
  return 0;
}
