#include <stdio.h>
int main(void) {
  printf("%#o %#.0f %5s\n", 8, 3.0, "x");
  return 0;
}
