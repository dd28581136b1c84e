#include <stdlib.h>
int main(void) {
  unsigned x = 1, n = 0;
  do {
    x = x * 1664525u + 1013904223u;
    n++;
  } while (n < 400000);
  srand(1);
  int k = 0;
  while (rand() % 100000 != 7)
    k = !k;
  return x == 0;
}
