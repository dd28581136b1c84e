#include <stdio.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) { return 0; }
int main(void) {
  int a[1];
  qsort(a, 0, 4, compare);
  puts("none");
  return 0;
}
