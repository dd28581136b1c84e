#include <stdio.h>
int main(void) {
  int seconds = 100000;
  short s = 32767;
  s++;
  printf("%ld %d\n", seconds * 1000000L, s);
  return 0;
}
