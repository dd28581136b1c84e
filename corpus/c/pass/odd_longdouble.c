/* A corner of the language, with what gcc prints as the expected output. */
#include <stdio.h>
#include <float.h>
#include <math.h>
static long double poly(long double x, const long double *c, int n) { long double r = 0; while (n--) r = r * x + c[n]; return r; }
struct l { char c; long double v; int i; }; static struct l g[2] = { { 'a', 1.1L, 2 }, { 'b', -0.0L, 3 } };
static long double pass(struct l s, long double a, int n) { return s.v * a + n; } static struct l ret(long double v) { struct l r = { 'r', v, 9 }; return r; }
int main(void) {
  long double c[] = { 1, 0.5L, 1.0L / 3 }; printf("%.18Lf\n", poly(2.0L, c, 3)); printf("%Lg %Le %.3Lf %10.2Lf|%-10.1Lf|%+Lg\n", 1.0L / 3, 12345.678L, 2.0005L, 3.14159L, 2.5L, 7.0L);
  printf("%zu %zu %d\n", sizeof(long double), sizeof(struct l), LDBL_MANT_DIG); printf("%.20Lg %.20Lg\n", 0.1L, (long double)0.1); printf("%.20Lg\n", (long double)0.1f);
  long double big = 1e4000L; printf("%Lg %d\n", big * big, big > 1e308L); printf("%Lg\n", LDBL_MAX); printf("%lld %llu %d\n", (long long)9007199254740993.0L, (unsigned long long)18446744073709551615.0L, (int)-2.9L);
  printf("%.1Lf\n", (long double)18446744073709551615ULL); printf("%.1Lf\n", (long double)-9223372036854775807LL); printf("%Lg %d\n", g[1].v, g[0].v == 1.1); printf("%Lg\n", pass(g[0], 2.0L, 5)); printf("%Lg %d\n", ret(4.5L).v, ret(1).i);
  float f = 1.1f; double d = 1.1; printf("%d %d %d\n", f == 1.1L, d == 1.1L, (double)1.1L == d); long double x = 5; x++; x += 0.5; x /= 4; x = -x; printf("%Lg %d %d %d\n", x, x < 0, !x, x ? 1 : 2);
  printf("%Lg %Lg %Lg\n", fabsl(x), sqrtl(2.25L), floorl(-1.5L)); printf("%.17g\n", (double)(1.0L + LDBL_EPSILON)); printf("%d\n", 1.0L + LDBL_EPSILON > 1.0L); long double inf = 1.0L / 0.0L, nan = inf - inf; printf("%Lf %d %d\n", inf, nan != nan, isnan(nan) != 0);
  char b[64]; snprintf(b, sizeof b, "%.25Lf", 0.5L); puts(b); printf("%La %.0Lf %.0Lf\n", 1.0L, 0.5L, 1.5L); long double v; sscanf("3.25 1e10", "%Lf", &v); printf("%Lg\n", v); return 0; }
