#include <stdio.h>
#define CAT(a, b) a ## b
#define XCAT(a, b) CAT(a, b)
#define P3(a, b, c) a##b##c
#define EMPTY
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
#define t(x,y,z) x ## y ## z
int xy = 3, x1 = 4, xEMPTY = 5;
int main(void) {
  int j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };
  char p[] = join(x, y);
  printf("%d %d %d %d %s\n", CAT(x, y), XCAT(x, 1), CAT(x, EMPTY), P3(1, ., 5) > 1, p);
  for (unsigned i = 0; i < sizeof j / sizeof *j; i++) printf("%d ", j[i]);
  int a = 5;
  printf("%d %g %s\n", a, CAT(1, e1), CAT(, "lone"));
  return 0;
}
#define L
