#include <stdio.h>
#include <stdlib.h>
struct inner { const char *name; volatile int *port; unsigned lo : 4, hi : 12; };
struct outer { struct inner in[2]; union { long l; double d; }; enum { A, B = 7 } kind; _Bool on; int (*call)(int); short m[2][3]; struct outer *up; };
typedef const struct outer *ref;
static int seen;
static int square(int x) { return x * x; }
static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  seen++;
  return x < y ? -1 : x > y;
}
static long sum(int n, long double scale, float _Complex z, ref r) {
  long total = 0;
  for (int i = 0; i < n; i++) {
    total += i * n;
  }
  long double big = scale * 1.5L;
  total += (long)big + (long)__real__ z + r->kind;
  return total;
}
int main(void) {
  int port = 3, list[4] = {3, 1, 2, 0};
  struct outer o = {{{"one", &port, 5, 1000}, {"two", 0, 15, 4095}}, {.d = 2.5}, B, 1, square, {{1, 2, 3}, {4, 5, 6}}, 0};
  struct outer *po = &o;
  o.up = po;
  const int fixed = 11;
  volatile unsigned char v = 200;
  long double ld = -2.25L;
  signed char sc = -3;
  unsigned long long ull = 18446744073709551615ull;
  int *const cp = &port;
  qsort(list, 4, sizeof *list, order);
  long s = sum(5, ld, 1.5f + 2.0if, po);
  printf("%ld %d %d\n", s + fixed + v + sc + (long)ull + *cp, seen, list[0]);
  return 0;
}
