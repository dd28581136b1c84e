#include <stdio.h>
static int sum4(const int v[static 4]) { return v[0] + v[1]; } 
int main(void) {
  int a[6] = {1, 2, 3, 4, 5, 6};
  printf("%d\n", sum4(a + 2));
}
