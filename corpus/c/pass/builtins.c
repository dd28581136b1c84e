/* GNU's builtins, atomics and vectors. */
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char v8 __attribute__((vector_size(8)));

static int flags(unsigned x) { return __builtin_popcount(x) * 1000 + __builtin_clz(x) * 10 + __builtin_ctz(x) % 10; }

int main(void) {
  printf("%d %d %d\n", flags(0x00f0u), __builtin_ffs(0), __builtin_ffsll(1LL << 40));
  printf("%x %llx %x\n", __builtin_bswap32(0x01020304), (unsigned long long)__builtin_bswap64(1), __builtin_bswap16(0xabcd));
  int r;
  int o = __builtin_add_overflow(INT_MAX, 1, &r);
  printf("%d %d\n", o, r);
  o = __builtin_mul_overflow(1000, 1000, &r);
  printf("%d %d\n", o, r);
  unsigned long w;
  o = __builtin_sub_overflow(1ul, 2ul, &w);
  printf("%d %lu\n", o, w);
  signed char c;
  o = __builtin_add_overflow(100, 100, &c);
  printf("%d %d\n", o, c);
  printf("%d %d\n", __builtin_constant_p(3 + 4), __builtin_types_compatible_p(int, signed));
  printf("%d\n", __builtin_expect(r == 1000000, 1) ? 1 : 2);
  printf("%d %d\n", __builtin_parity(7), __builtin_clrsb(-1));
  printf("%g %g %g\n", __builtin_copysignf(1.5f, -0.0f), __builtin_fabsf(-2.5f), __builtin_fmax(1, 2.5));
  atomic_int a = 5;
  int was = atomic_fetch_add(&a, 3), want = 9;
  o = atomic_compare_exchange_strong(&a, &want, 1);
  printf("%d %d %d", was, a, o);
  was = atomic_exchange(&a, 2);
  printf(" %d %d %d\n", want, was, __sync_add_and_fetch(&r, 1));
  v4 x = {1, 2, 3, 4}, y = {10, 20, 30, INT_MAX};
  x += y;
  printf("%d %d %d %d\n", x[0], x[1], x[2], x[3]);
  x = (x > y) & 7;
  x[2] = 5;
  printf("%d %d %d %d\n", x[0], x[1], x[2], x[3]);
  v8 b = {250, 1, 2, 3, 4, 5, 6, 7};
  b = b * 2 + 1;
  printf("%d %d\n", b[0], b[7]);
  asm volatile("" : "+r"(r) : : "memory");
  printf("%d\n", r);
  return 0;
}
