#include <stdio.h>
static int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
static int (*rows(void))[3] { return grid; }
static int (*(*pick(int k))(int, int))[3];
static int (*deep(int a, int b))[3] { return grid + a - b; }
static int (*(*pick(int k))(int, int))[3] { return k ? deep : 0; }
static int add(int a, int b) { return a + b; }
static int apply(int f(int, int), int (g)(int, int), int (*h)(int, int)) { return f(1, 2) + g(3, 4) + (*h)(5, 6) + (***h)(1, 1); }
static int sum(int n, int a[static n], int b[const restrict]) { int s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s; }
typedef int Row[3]; typedef int Fn(int, int); typedef Fn *FP;
static Fn add, *table[2] = {add, add};
int *ap[2], (*pa)[3] = grid, *(*pp)[2] = &ap, ((x)) = 5, (((*y))) = &x;
char *(*(*fpp[2])(void))[5];
int main(void) {
  Row *r = rows(); FP fp = add; int (*const *cp)(int, int) = table;
  ap[1] = &x;
  printf("%d %d %d %d\n", rows()[1][2], pick(1)(1, 0)[0][1], apply(add, add, &add), sum(3, r[0], r[1]));
  printf("%d %d %d %d\n", *(*pp)[1], *y, (*pa)[2], cp[1](fp(1, 2), 3));
  printf("%d %d %d %d %d %d\n", (int)sizeof(int (*)[3]), (int)sizeof(int *[3]), (int)sizeof(int (*(*)(void))[3]), (int)sizeof fpp, (int)sizeof(Row), (int)sizeof(*rows()));
  printf("%d\n", ((int (*)(int, int))(void (*)(void))add)(7, 8));
  return 0;
}
