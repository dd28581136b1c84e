#include <stdio.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  int a[3] = {2, 3, 1};
  qsort(a, 3, sizeof *a, compare);
  printf("%d%d%d\n", a[0], a[1], a[2]);
  return 0;
}
