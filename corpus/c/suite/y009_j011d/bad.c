#include <stdio.h>
int main(void) {
  int n = 3;
  goto mid;
  {
    int k = 5;
mid:
    n += k;
  }
  printf("%d\n", n);
}
