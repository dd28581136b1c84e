#include <stdio.h>
static int cmp(const int *a, const int *b) { return *a - *b; }
static int cmpv(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int call(int (*f)(const void *, const void *), int *x, int *y) { return f(x, y); }
int main(void) {
  int a = 1, b = 2;
  printf("%d\n", call((int (*)(const void *, const void *))cmp, &a, &b));
  (void)cmp; (void)cmpv;
}
