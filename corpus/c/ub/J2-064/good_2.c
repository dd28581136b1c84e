#include <stdio.h>
static const int limit = 3;
int main(void) {
  int copy = limit;
  copy++;
  printf("%d %d\n", copy, *(int *)&limit);
  return 0;
}
