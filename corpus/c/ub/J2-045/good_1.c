#include <stdio.h>
static int mean(int sum, int n) { return n ? sum / n : 0; }
int main(void) {
  printf("%d %d\n", mean(0, 0), mean(7, -2));
  return 0;
}
