#include <stdio.h>
static int overlaps(const char *a, const char *b, int n) { return a < b + n && b < a + n; }
int main(void) {
  char x[4] = "", y[4] = "";
  printf("%d\n", overlaps(x, x + 2, 2) >= 0); (void)y;
}
