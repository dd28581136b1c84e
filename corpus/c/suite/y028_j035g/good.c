#include <stdio.h>
static int add(int a, int b) { return a + b; }
int main(void) {
  int arr[3] = {1, 2, 3}, i = 0;
  int x = arr[i++], y = arr[i++]; int r = add(x, y);
  printf("%d\n", r);
}
