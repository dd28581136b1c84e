#include <stdio.h>
static int *cell;
static void remember(int *p) { cell = p; }
int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) {
    int square = i * i;
    remember(&square);
  }
  total += *cell;
  printf("%d\n", total);
}
