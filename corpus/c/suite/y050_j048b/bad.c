#include <stdio.h>
struct row { int a[4]; int b[4]; };
int main(void) {
  struct row r = {{0}, {0}};
  long d = &r.b[0] - &r.a[0];
  printf("%ld\n", d);
}
