#include <stdio.h>
double half();
int main(void) {
  printf("%f\n", half(3.0));
}
double half(double x) { return x / 2; }
