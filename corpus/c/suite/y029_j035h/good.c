#include <stdio.h>
int main(void) {
  int a[2][2] = {{1, 2}, {3, 4}}; int k = 0;
  k ^= 1; a[0][k] += 5;
  printf("%d %d\n", a[0][1], k);
}
