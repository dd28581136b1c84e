/* A corner of the language, with what gcc prints as the expected output. */
#include <stdio.h>
#include <stdint.h>
#include <string.h>
struct a { unsigned x : 3; int y : 5; unsigned : 0; unsigned char z : 7; _Bool b : 1; };
struct b { uint64_t lo : 40; int64_t mid : 20; unsigned hi : 4; };
struct __attribute__((packed)) c { unsigned char t; unsigned v : 17; short s : 9; int q : 30; };
union u { struct { unsigned a : 4, b : 8, c : 20; }; uint32_t w; };
enum e { E0, E1, E2 = 5 };
struct d { enum e k : 3; signed int n : 1; unsigned long long big : 63; };
static void dump(const void *p, size_t n) { const unsigned char *b = p; while (n--) printf("%02x", *b++); printf("\n"); }
int main(void) {
  struct a a; memset(&a, 0, sizeof a);
  a.x = 13; a.y = -9; a.z = 200; a.b = 6;
  printf("%d %d %d %d %zu\n", a.x, a.y, a.z, a.b, sizeof a); dump(&a, sizeof a);
  a.x += 5; a.y *= 3; a.z--; a.b ^= 1; int old = a.x++; 
  printf("%d %d %d %d %d\n", a.x, a.y, a.z, a.b, old);
  struct b b; memset(&b, 0, sizeof b); b.lo = 0xfedcba9876ULL; b.mid = -77777; b.hi = 9;
  printf("%llx %lld %d %zu\n", (long long)b.lo, (long long)b.mid, b.hi, sizeof b); dump(&b, sizeof b);
  b.lo <<= 4; b.mid >>= 2; printf("%llx %lld\n", (long long)b.lo, (long long)b.mid);
  struct c c; memset(&c, 0, sizeof c); c.t = 1; c.v = 0x1abcd; c.s = -200; c.q = 0x12345678;
  printf("%d %x %d %x %zu\n", c.t, c.v, c.s, c.q, sizeof c); dump(&c, sizeof c);
  union u u = { .w = 0xdeadbeef }; printf("%x %x %x\n", u.a, u.b, u.c); u.b = 0; printf("%x\n", u.w);
  struct d d = { E2, -1, 1ULL << 62 }; printf("%d %d %llx\n", d.k, d.n, (unsigned long long)d.big);
  printf("%d %d\n", a.x - 20 < 0, d.big - 20 > 0);
  int r = (a.x = 15); printf("%d\n", r);
  struct a arr[3] = { { 1, 2, 3, 1 }, [2] = { .z = 9 } }, *p = arr + 2; p->y = p[-2].y - p->z; printf("%d %d\n", p->y, arr[2].z);
  return 0;
}
