#include <stdio.h>
#include <stdlib.h>
static void each(int *v, int n, void (*f)(int *, void *), void *u) { for (int i = 0; i < n; i++) f(v + i, u); }
static void add(int *x, void *u) { *(long *)u += *x; }
int main(void) { int v[2] = {1, 2};
 int total = 0; each(v, 2, add, &total); printf("%d\n", total);
}
