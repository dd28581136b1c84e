#include <stdio.h>
static void addv(int n, int *restrict out, const int *restrict a) { for (int i = 0; i < n; i++) out[i] = a[i] + 1; }
int main(void) {
  int b[6] = {1, 2, 3, 4, 5, 6};
  addv(3, b + 3, b);
  printf("%d\n", b[3]);
}
