/* Parameters with static in their brackets, whose arguments have as many elements or more. */
#include <stdio.h>
#include <stdlib.h>
static int calls;
static int length(int n) { return calls++, n; }
static int sum(int n, int v[static n]) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += v[i];
  return s;
}
static int rows(int v[static 2][3]) { return v[1][2]; }
static int wide(int n, int m, int v[const static n][m]) { return v[n - 1][m - 1]; }
static int counted(int n, const char s[static length(n)]) { return s[0] + n; }
int main(void) {
  int a[4] = {1, 2, 3, 4}, m[3][3] = {{0}, {0, 0, 7}, {0, 0, 8}};
  int *h = calloc(3, sizeof *h);
  h[2] = 5;
  printf("%d %d %d %d\n", sum(4, a), sum(2, a + 2), sum(3, h), sum(0, a + 4));
  printf("%d %d %d %d\n", rows(m), rows(m + 1), wide(3, 3, m), wide(1, 2, (int(*)[2])a));
  int n = counted(3, "abc");
  printf("%d %d\n", n, calls);
  free(h);
  return 0;
}
