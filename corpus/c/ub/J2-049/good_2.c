#include <stdio.h>
int main(void) {
  int m[4][5] = {{0}};
  m[2][2] = 9;
  printf("%d\n", ((int(*)[5])m)[2][2]);
  return 0;
}
