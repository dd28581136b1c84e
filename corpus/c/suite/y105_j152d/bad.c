#include <stdio.h>
int main(void) {
  long x;
  sscanf("12", "%d", &x);
  printf("%d\n", 1);
}
