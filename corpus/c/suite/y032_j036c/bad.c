#include <stdio.h>
#include <limits.h>
int main(void) {
  int x = INT_MIN;
  x = x < 0 ? -x : x;
  printf("%d\n", x);
}
