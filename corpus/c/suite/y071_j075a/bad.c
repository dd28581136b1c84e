#include <stdio.h>
static int use(int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = i; return sizeof a / sizeof *a; }
int main(void) {
  printf("%d\n", use(-1));
}
