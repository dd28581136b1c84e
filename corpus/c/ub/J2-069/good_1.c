#include <stdio.h>
int main(void) {
  int x = 3;
  int *restrict p = &x;
  {
    int *restrict q = p;
    printf("%d\n", *q);
  }
  return 0;
}
