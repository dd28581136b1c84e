#include <stdio.h>
static int add(int a, int b) { return a + b; }
int main(void) {
  int arr[3] = {1, 2, 3}, i = 0;
  int r = add(arr[i++], arr[i++]);
  printf("%d\n", r);
}
