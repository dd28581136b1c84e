#include <stdio.h>
int main(void) {
  int m[2][3];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j <
      2
      ; j++) m[i][j] = i + j;
  int s = 0;
  int *flat = &m[1][0];
  for (int j = 0; j < 3; j++) if (flat[j] > 1) s++;
  printf("%d\n", s);
}
