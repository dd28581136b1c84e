/* Integer promotions and the usual arithmetic conversions (C11 6.3.1). */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum colour { RED, GREEN = 5, BLUE };
enum minus { M = -1, N };

static int promoted(unsigned char a, signed char b, unsigned short c) { return -a + b * c - (a << 3) + (~c); }

int main(void) {
  unsigned u = 0;
  printf("%u %d %d\n", u - 1, -1 < (int)u, -1 < u ? 1 : 0);
  printf("%d\n", promoted(200, -100, 40000));
  printf("%d %d\n", (signed char)200, (unsigned char)-1);
  printf("%ld %lu\n", (long)(int)0x80000000u, (unsigned long)-1);
  printf("%d %d %d\n", INT_MIN / 2, -7 / 2, -7 % 2);
  printf("%u %u\n", 0xffffffffu * 3, 1u << 31);
  printf("%d %d %d\n", RED, GREEN, BLUE);
  enum minus m = M;
  printf("%d %d\n", m < 0, M < 0u);
  bool t = 256, f = 0.25, n = 0.0, p = &u;
  printf("%d %d %d %d\n", t, f, n, p);
  printf("%d\n", (int)sizeof(t + t));
  uint8_t w = 255;
  w++;
  w--;
  w += 2;
  printf("%d %d\n", w, w >> 1);
  int64_t big = INT64_MAX;
  printf("%lld %llx\n", (long long)(big - 1), (unsigned long long)big * 2);
  printf("%d %d\n", 'a', '\377');
  printf("%d %d\n", -8 >> 1, (int)(-8u >> 28));
  short s = -3;
  s *= 5;
  s *= 4;
  printf("%d %d\n", s, !s);
  __int128 q = (__int128)INT64_MAX * INT64_MAX;
  printf("%llx %llx\n", (unsigned long long)(q >> 64), (unsigned long long)q);
  unsigned __int128 r = ~(unsigned __int128)0 / 3;
  printf("%llx %llx\n", (unsigned long long)(r >> 64), (unsigned long long)r);
  printf("%d\n", (char)0x1ff == -1);
  long a = 5;
  printf("%ld %d\n", a ?: 9, 0 ?: 3);
  printf("%zu %zu %zu %zu\n", sizeof(char), sizeof(long), sizeof(void *), sizeof "four");
  return (int)(a % 3);
}
