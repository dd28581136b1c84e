#include <stdlib.h>
#include <stdio.h>
static int cmp(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
int main(void) {
  int v[5] = {1, 3, 5, 7, 9};
  int k = 7; int *p = bsearch(&k, v, 5, sizeof *v, cmp);
  printf("%d\n", p != 0); }
