#include <stdlib.h>
#include <stdio.h>
static int calls;
static int cmp(const void *a, const void *b) { 
  (void)a; (void)b; return (calls++ & 1) ? 1 : -1;
}
int main(void) { int v[6] = {3, 1, 2, 6, 5, 4}; qsort(v, 6, sizeof *v, cmp);
 puts("k"); return calls == 1000; }
