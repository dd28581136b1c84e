#include <stdio.h>
int main(void) {
  int *p;
  {
    int x = 1;
    p = &x;
    p = 0;
  }
  printf("%d\n", p == 0);
  return 0;
}
