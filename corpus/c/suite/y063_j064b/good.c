#include <stdio.h>
#include <string.h>
int main(void) {
  const int tab[3] = {3, 2, 1};
  int w[3] = {0};
  int *p = w; p[1] = tab[1];
  printf("%d\n", p[1]);
}
