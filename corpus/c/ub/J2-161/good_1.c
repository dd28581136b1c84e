#include <stdio.h>
int main(void) {
  printf("%i %X %o %e\n", 1, 255, 8, 1.0);
  return 0;
}
