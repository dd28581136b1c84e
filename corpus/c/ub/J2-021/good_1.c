#include <stdio.h>
int main(void) {
  int i = 0, n = 0;
  while (i < 3) {
    n++;
    i++;
  }
  printf("%d\n", n);
  return 0;
}
