#include <stdio.h>
static int first(int a[static 4]) { return a[3]; }
int main(void) {
  int a[5] = {1, 2, 3, 4, 5};
  printf("%d %d\n", first(a), first(a + 1));
  return 0;
}
