#include <stdio.h>
static void fill(double *out, int ok) { if (ok) *out = 1.5; }
int main(void) {
  double v;
  fill(&v, 1);
  double w = v + 1;
  printf("%f\n", w);
}
