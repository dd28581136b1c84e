#include <stdio.h>
#include <limits.h>
struct acc { long long v; };
static void mul(struct acc *a, long long k) { a->v *= k; }
int main(void) {
  struct acc a = {1LL << 40};
  mul(&a, 1LL << 23);
  printf("%lld\n", a.v);
}
