#include <stdio.h>
int main(void) {
  int a[3];
  int *end = a + 3, n = 0;
  for (int *p = a; p != end; p++)
    n++;
  printf("%d\n", n);
  return 0;
}
