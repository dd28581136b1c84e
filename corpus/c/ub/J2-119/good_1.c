#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  printf("%d %d\n", abs(-INT_MAX), abs(0));
  return 0;
}
