#include <stdio.h>
int main(void) {
  printf("%#x %05d\n", 255, 42);
  return 0;
}
