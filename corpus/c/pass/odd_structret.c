/* A corner of the language, with what gcc prints as the expected output. */
#include <stdio.h>
#include <string.h>
#define S(n) struct s##n { unsigned char c[n]; }; static struct s##n f##n(int k) { struct s##n r; for (int i = 0; i < n; i++) r.c[i] = (unsigned char)(k + i); return r; } static int g##n(struct s##n a, int x, struct s##n b) { unsigned t = x; for (int i = 0; i < n; i++) t = t * 3 + a.c[i] - b.c[i] * 2; return t & 0xffffff; }
S(1) S(2) S(3) S(4) S(5) S(6) S(7) S(8) S(9) S(10) S(11) S(12) S(13) S(14) S(15) S(16) S(17) S(18) S(19) S(20) S(23) S(24) S(25) S(31) S(32) S(33) S(40) S(63) S(64) S(65) S(100) S(127) S(128) S(129) S(255) S(256) S(1000)
struct fd { float f; double d; }; struct ff { float a, b; }; struct fff { float a, b, c; }; struct df { double d; float f; }; struct il { int i; long l; }; struct di { double d; int i; }; struct cd { char c; double d[2]; }; struct nest { struct ff a; struct { int x; } b; }; struct arr { float f[4]; }; struct e { }; struct ld { long double l; }; struct cf { _Complex float z; };
static struct fd a1(float x) { return (struct fd){ x, x * 2 }; } static struct ff a2(float x) { return (struct ff){ x, x + 1 }; } static struct fff a3(float x) { return (struct fff){ x, x + 1, x + 2 }; } static struct df a4(float x) { return (struct df){ x, x }; } static struct il a5(int x) { return (struct il){ x, x * 3L }; } static struct di a6(int x) { return (struct di){ x / 2.0, x }; }
static struct cd a7(int x) { return (struct cd){ x, { x, x + 0.5 } }; } static struct nest a8(int x) { return (struct nest){ { x, x + 1 }, { x + 2 } }; } static struct arr a9(int x) { return (struct arr){ { x, x * 2, x * 3, x * 4 } }; } static struct ld b1(int x) { return (struct ld){ x }; } static struct cf b2(int x) { return (struct cf){ x + 1.0if }; }
static double all(struct fd a, struct ff b, struct fff c, struct df d, struct il e, struct di f, struct cd g, struct nest h, struct arr i, struct ld j, struct cf k, struct e l) { (void)l; return a.d + b.b + c.c + d.f + e.l + f.i + g.d[1] + h.b.x + i.f[3] + (double)j.l + __imag__ k.z; }
int main(void) {
#define C(n) printf("%d ", g##n(f##n(n), n, f##n(3)));
  C(1) C(2) C(3) C(4) C(5) C(6) C(7) C(8) C(9) C(10) C(11) C(12) C(13) C(14) C(15) C(16) C(17) C(18) C(19) C(20) C(23) C(24) C(25) C(31) C(32) C(33) C(40) C(63) C(64) C(65) C(100) C(127) C(128) C(129) C(255) C(256) C(1000)
  printf("\n%g\n", all(a1(1), a2(2), a3(3), a4(4), a5(5), a6(6), a7(7), a8(8), a9(9), b1(10), b2(11), (struct e){ }));
  struct s24 (*fp)(int) = f24; struct s24 x = fp(1), *px = &x; *px = f24(7); printf("%d %d %d\n", px->c[0], f24(9).c[23], (fp(2), fp(3)).c[1]); x = px->c[0] > 5 ? f24(50) : x; printf("%d\n", x.c[2]); return 0; }
