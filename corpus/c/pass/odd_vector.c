/* A corner of the language, with what gcc prints as the expected output. */
#include <stdio.h>
typedef int v4 __attribute__((vector_size(16))); typedef float f4 __attribute__((vector_size(16))); typedef unsigned char b16 __attribute__((vector_size(16))); typedef long l2 __attribute__((vector_size(16))); typedef double d4 __attribute__((vector_size(32))); typedef short s2 __attribute__((vector_size(4)));
static v4 add(v4 a, v4 b) { return a + b * 2; } static void p(v4 v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); } static float dot(f4 a, f4 b) { f4 m = a * b; return m[0] + m[1] + m[2] + m[3]; } static v4 g = { 1, 2, 3, 4 }; union u { v4 v; int a[4]; l2 l; };
struct h { char c; v4 v; }; static struct h mk(int n) { struct h r = { 'h', { n, n + 1, n + 2, n + 3 } }; return r; }
int main(void) {
  v4 a = { 1, -2, 3, 0x7fffffff }, b = { 5, 6 }; p(add(g, b)); p(a - b); p(a & 3); p(a | b); p(a ^ g); p(~a); p(-g); p(g << 2); p(g >> 1); p(g << g); p(a / 2); p(g % 3); p(a > b); p(a == g); p(a <= 3); p(g * g);
  a[2] = 77; a[0] += 4; a[3] = 9; p(a); int i = 3; printf("%d\n", g[i]); g[i]++; p(g); f4 x = { 1.5f, 2, -3, 4 }, y = { 2, 2, 2, 2 }; printf("%g\n", dot(x, y)); f4 z = x / y - 1.0f; printf("%g %g %g %g\n", z[0], z[1], z[2], z[3]); p(x < y); p((v4)x == (v4)x);
  b16 c = { 9 }; c[15] = 250; c += 10; printf("%d %d %d\n", c[0], c[15], c[7]); l2 l = (l2)g; printf("%lx\n", l[0]); union u u = { .v = g }; printf("%d %lx\n", u.a[2], u.l[1]); d4 d = { 1, 2, 3, 4 }; d = d * d + 0.5; printf("%g %g\n", d[0], d[3]);
  p(__builtin_shuffle(g, (v4){ 3, 2, 1, 0 })); p(__builtin_shuffle(g, a, (v4){ 0, 4, 1, 5 })); p(mk(5).v); struct h hh = mk(9); hh.v += 1; p(hh.v); v4 arr[2] = { g, { 0 } }; arr[1] = arr[0] * 3; p(arr[1]); p(1 ? arr[0] : b); printf("%zu %zu %zu\n", sizeof g, _Alignof(v4), sizeof(struct h));
  s2 s = { 3, -4 }; s *= s; printf("%d %d\n", s[0], s[1]); v4 m = a > 5; p((a & m) | (b & ~m)); p(__builtin_convertvector(x, v4)); int *q = (int *)&g; printf("%d\n", q[1]); v4 *pv = &g; (*pv)[1] = 50; p(*pv); a += (v4){ 1, 1, 1, -1 }; p(a); return 0; }
