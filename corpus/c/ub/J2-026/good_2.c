#include <stdio.h>
typedef int fn(int);
static int half(int a) { return a / 2; }
int main(void) {
  fn *table[2] = {half, half};
  printf("%d\n", table[1](9));
  return 0;
}
