#include <stdio.h>
static int sign(int x) { if (x > 0) return 1; if (x < 0) return -1;
  return 0;
}
int main(void) { int a[1]; a[0] = sign(0);
 printf("%d\n", a[0]); }
