#include <stdio.h>
int main(void) { int a[4] = {1, 2, 3, 4}; int *p = a;
  p = p + 2 * sizeof(int);
  printf("%d\n", *p); }
