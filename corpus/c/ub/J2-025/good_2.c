#include <stdio.h>
int main(void) {
  _Alignas(8) char bytes[16];
  double *d = (double *)(void *)(bytes + 8);
  char *c = (char *)d;
  printf("%d\n", (int)(c - bytes));
  return 0;
}
