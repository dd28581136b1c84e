#include <stdio.h>
int main(void) {
  char s[4] = {'a', 'b', 'c', 'd'};
  printf("%.4s\n", s);
  return 0;
}
