#include <stdio.h>
static int n;
static int next(void) { return n++ >= 0; }
int main(void) {
  int a[3] = {0}, i = 0, j = 1;
  a[i++] = j++;
  i && (i = i + 1);
  printf("%d %d %d %d\n", a[0], i, j, next() + next());
  return 0;
}
