#include <stdio.h>
int main(void) {
  printf("%d %d\n", 1, 2, 3);
  return 0;
}
