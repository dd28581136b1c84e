#include <stdio.h>
int main(void) {
  int a[4] = {7};
  for (int i = 0; i < 3; i++)
    a[i] += i;
  printf("%d %d\n", a[3], a[0]);
  return 0;
}
