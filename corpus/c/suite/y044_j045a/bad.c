#include <stdio.h>
static int avg(const int *v, int n) { int s = 0, c = 0;
  for (int i = 0; i < n; i++) if (v[i] > 0) { s += v[i]; c++; }
  return s / c; }
int main(void) { int v[3] = {-1, 0, -2}; printf("%d\n", avg(v, 3)); }
