#include <stdio.h>
#include <string.h>
int main(void) {
  const int tab[3] = {3, 2, 1};
  int w[3] = {0};
  int *p; const int *q = tab; memcpy(&p, &q, sizeof p); p[1] = 0;
  printf("%d\n", p[1]);
}
