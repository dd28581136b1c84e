#include <stdio.h>
#include <string.h>
int main(void) {
  _Bool b;
  memset(&b, 1, 1);
  printf("%d\n", b ? 1 : 0);
  return 0;
}
