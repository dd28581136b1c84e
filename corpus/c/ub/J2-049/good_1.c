#include <stdio.h>
int main(void) {
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  printf("%d\n", m[1][2]);
  return 0;
}
