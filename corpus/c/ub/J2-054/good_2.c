#include <stdio.h>
#include <string.h>
int main(void) {
  int m[6] = {1, 2, 3, 4, 5, 6};
  memmove(m, m + 1, 4 * sizeof *m);
  printf("%d\n", m[0]);
  return 0;
}
