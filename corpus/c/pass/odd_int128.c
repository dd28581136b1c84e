/* A corner of the language, with what gcc prints as the expected output. */
#include <stdio.h>
#include <stdint.h>
typedef __int128 i; typedef unsigned __int128 u;
static void show(u x) { char b[40], *p = b + 39; *p = 0; do *--p = '0' + (int)(x % 10); while (x /= 10); puts(p); } static void shows(i x) { if (x < 0) { putchar('-'); show(-(u)x); } else show(x); }
static u fact(int n) { return n ? n * fact(n - 1) : 1; } static i mulmod(i a, i b, i m) { return a * b % m; } struct s { char c; i v; }; static i arr[3] = { -1, (i)1 << 100, 5 };
static i many(int a, i b, int c, i d, i e) { return a + b * c - d + e; } static u gcd(u a, u b) { while (b) { u t = a % b; a = b; b = t; } return a; }
int main(void) {
  show(fact(30)); show((u)-1); shows((i)1 << 126); shows(-((i)1 << 126) - 1); shows(mulmod(1234567890123456789LL, 987654321987654321LL, 1000000007)); shows(arr[0] + arr[1] * arr[2]); shows(many(1, 1LL << 62, 4, -7, (i)1 << 70));
  i x = -100; shows(x / 7); shows(x % 7); shows(x >> 3); shows(x * 64); show((u)x >> 120); printf("%d %d %d\n", x < 0, (u)x > 5, x == -100LL); x += 1ULL << 63; shows(x); x *= x; shows(x); x ^= -1; shows(x); x++; shows(~x);
  printf("%zu %zu\n", sizeof(struct s), _Alignof(i)); printf("%.15g %g\n", (double)((i)1 << 100), (float)-((i)3 << 80)); shows((i)1e25); show((u)1.5e19f); printf("%lld %d %x\n", (long long)(((i)5 << 64) + 7), (int)(((i)1 << 64) - 1), (unsigned)(char)(i)0x1ff);
  show(gcd(fact(20), (u)1 << 70)); struct s s = { 1, -3 }, t = s; t.v *= 4; shows(t.v); u sw = (u)3 << 90; switch ((int)(sw >> 90)) { case 3: puts("three"); } printf("%d\n", sw ? 1 : 0); i big = ((i)INT64_MAX + 1) * 2; shows(big); printf("%d\n", (int)(big >> 64));
  int n = 0; for (u k = (u)1 << 66; k; k >>= 1) n++; printf("%d\n", n); shows(-(i)INT64_MIN); shows((i)-5 / (i)((u)1 << 65)); show(((u)7 << 100) / ((u)3 << 99)); show(((u)7 << 100) % 1000003); return 0; }
