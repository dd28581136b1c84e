#include <stdio.h>
int main(void) {
  unsigned long h = 77; unsigned nb[2] = {8, 0}; unsigned i = 0;
  h %= nb[i];
  printf("%lu\n", h);
}
