#include <stdio.h>
int main(void) {
  long x;
  sscanf("12", "%ld", &x); printf("%ld\n", x);
}
