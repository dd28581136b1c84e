#include <stdio.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  int a[3] = {1, 4, 9}, key = 4;
  int *p = bsearch(&key, a, 3, sizeof *a, compare);
  printf("%d\n", (int)(p - a));
  return 0;
}
