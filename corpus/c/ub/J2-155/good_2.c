#include <stdio.h>
int main(void) {
  printf("%-*.*s|\n", 4, 2, "abc");
  return 0;
}
