#include <stdlib.h>
#include <stdio.h>
static int calls;
static int cmp(const void *a, const void *b) { 
  int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y);
}
int main(void) { int v[6] = {3, 1, 2, 6, 5, 4}; qsort(v, 6, sizeof *v, cmp);
 puts("k"); return calls == 1000; }
