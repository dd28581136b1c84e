#include <stdio.h>
#include <math.h>
static void put(unsigned u) { printf("%u\n", u); }
int main(void) {
  double x = -0.5;
  put(x);
}
