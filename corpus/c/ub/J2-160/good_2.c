#include <stdio.h>
int main(void) {
  int n = 0;
  int k = sscanf("50%", "%d%%", &n);
  printf("%d %d\n", k, n);
  return 0;
}
