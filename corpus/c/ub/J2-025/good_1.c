#include <stdio.h>
#include <string.h>
int main(void) {
  char bytes[8] = {0, 1};
  int x;
  memcpy(&x, bytes + 1, sizeof x);
  printf("%d\n", x);
  return 0;
}
