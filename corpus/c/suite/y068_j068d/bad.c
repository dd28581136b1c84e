#include <stdio.h>
int main(void) {
  int b[4] = {1, 2, 3, 4};
  {
    int *restrict p = b;
    int *restrict q = b;
    *p = 9; 
    b[3] += *q;
  }
  printf("%d\n", b[3]);
}
