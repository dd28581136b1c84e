#include <stdio.h>
double half();
int main(void) {
  printf("%f\n", half(3));
}
double half(double x) { return x / 2; }
