#include <stdio.h>
struct four { int a[4]; };
int main(void) {
  struct four m[2] = {{{1, 2, 3, 4}}};
  m[1] = m[0];
  m[0] = *&m[0];
  printf("%d\n", m[1].a[3]);
  return 0;
}
