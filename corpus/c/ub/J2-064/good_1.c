#include <stdio.h>
int main(void) {
  int limit = 3;
  const int *p = &limit;
  *(int *)p = 4;
  printf("%d\n", limit);
  return 0;
}
