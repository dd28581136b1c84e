#include <stdio.h>
int main(void) {
  int n;
  n = sprintf((char[8]){0}, "abc");
  printf("%d\n", n);
  return 0;
}
