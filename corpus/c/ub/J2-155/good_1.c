#include <stdio.h>
int main(void) {
  printf("%*d\n", 5, 7);
  return 0;
}
