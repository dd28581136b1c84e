#include <stdio.h>
static int a[5];
int main(void) {
  int n = 0;
  for (int *p = a + 4; p >= a; p--) n++;
  printf("%d\n", n);
}
