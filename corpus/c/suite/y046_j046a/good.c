#include <stdio.h>
static int a[5];
int main(void) {
  int n = 0;
  for (int *p = a + 5; p-- > a; ) { n++; if (p == a) break; }
  printf("%d\n", n);
}
