#include <stdio.h>
int main(void) {
  int n = 3;
  goto mid;
  {
    int k = 5;
mid:
    k = 2; n += k;
  }
  printf("%d\n", n);
}
