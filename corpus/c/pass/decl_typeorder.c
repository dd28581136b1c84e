#include <stdio.h>
long long unsigned int a = 1; int long unsigned long b = 2; unsigned c = 3; short d = 4; long int unsigned e = 5; signed f = -6;
char signed g = -7; const static volatile int h = 8; int const static i = 9; long double typedef LD; double long j = 1.5L; int typedef const *CP;
short int unsigned static k = 65535; long static signed l = -1; _Bool m = 5; double _Complex n = 1; _Complex float o = 2;
extern inline __attribute__((gnu_inline)) int unused(void) { return 0; }
int main(void) {
  LD x = 2.5L; CP p = &i; auto int y = 3; register unsigned char z = 255; long long q = -1;
  printf("%llu %llu %u %d %lu %d %d %d %d %Lg %d %ld %d\n", a, b, c, d, e, f, g, h, i, j + x, k, l, m);
  printf("%d %d %d %lld %d %d\n", *p, y, z, q, (int)sizeof n, (int)sizeof o);
  return 0;
}
