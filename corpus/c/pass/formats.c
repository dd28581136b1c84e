/* Formats that fit: signs do not count, and what scanf did not reach is not looked at. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

struct bits { unsigned a : 3; unsigned long b : 40; };
enum e { A, B };
typedef char text[8];

static long f(void) { return 1L << 40; }

int main(void) {
  struct bits bits = {5, 1ul << 39};
  enum e e = B;
  short h = -3;
  unsigned char c = 200;
  _Bool yes = 1;
  float x = 1.5f;
  long double l = 2.5L;
  size_t z = sizeof bits;
  int64_t i64 = INT64_MIN;
  uint8_t u8 = 255;
  text t = "text";
  signed char sc[] = "signed";
  void *p = t;
  int *null = 0;
  printf("%d %lu %d %u %d %hd %hhu %d %d\n", bits.a, bits.b, e, e, h, h, c, yes, 'a');
  printf("%u %x %ld %lld %zd %ju %td\n", 5, -1, f(), (long long)f(), z, (uintmax_t)7, (ptrdiff_t)-7);
  printf("%f %g %Lf %a\n", x, x + 1.0, l, x);
  printf("%s %s %s %.*s %s\n", t, sc, (char *)p, 3, "abcdef", (const unsigned char *)"u");
  printf("%" PRId64 " %" PRIu8 " %p %p %5.1f%% %*d\n", i64, u8, (void *)null, null, 12.25, 5, h);
  printf("%s" " %d\n", 1 ? "yes" : "no", (int)f());
  int n = 0, k = 0;
  unsigned u = 0;
  long long ll = 0;
  long m = 0;
  double d = 0;
  short s = 0;
  int got = sscanf("12 34 56 78 1.5 2.5 3 word [x] 9", "%d %u %lld %ld %lf %f %hd %7s [%1[x]] %n", &n, &u, &ll, &m, &d, &x, &s, t, sc, &k);
  printf("%d: %d %u %lld %ld %g %g %d %s %s %d\n", got, n, u, ll, m, d, x, s, t, (char *)sc, k);
  got = sscanf("1 2", "%ld %llu", &m, (unsigned long long *)&ll);
  printf("%d %ld %lld\n", got, m, ll);
  int i = 0;
  got = sscanf("5 x", "%d %hd", &i, &i); /* no short is read */
  printf("%d %d\n", got, i);
  got = sscanf("", "%lf", &x);
  printf("%d %g\n", got, x);
  if (n == 0)
    printf("%s %d\n", 5, f()); /* not reached */
  return 0;
}
