#include <stdio.h>
static void copy(int n, int *restrict to, const int *restrict from) {
  while (n--)
    *to++ = *from++;
}
int main(void) {
  int a[6] = {1, 2, 3};
  copy(3, a + 3, a);
  printf("%d\n", a[5]);
  return 0;
}
