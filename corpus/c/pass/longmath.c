/* Functions of long double: those that are exact bit for bit, the others to 16 digits. */
#define _GNU_SOURCE
#include <float.h>
#include <math.h>
#include <stdio.h>

#define ONE(f) {#f, f}
static const struct {
	const char *name;
	long double (*f)(long double);
} one[] = {ONE(acosl), ONE(asinl), ONE(atanl), ONE(cosl), ONE(sinl), ONE(tanl), ONE(acoshl), ONE(asinhl), ONE(atanhl), ONE(coshl), ONE(sinhl), ONE(tanhl), ONE(expl), ONE(exp2l), ONE(expm1l), ONE(logl), ONE(log10l), ONE(log1pl), ONE(log2l), ONE(logbl), ONE(cbrtl), ONE(erfl), ONE(erfcl), ONE(lgammal), ONE(tgammal), ONE(nearbyintl), ONE(rintl)};
static const struct {
	const char *name;
	long double (*f)(long double, long double);
} two[] = {ONE(atan2l), ONE(hypotl), ONE(powl), ONE(remainderl), ONE(fdiml), ONE(nextafterl), ONE(nexttowardl)};

static const long double xs[] = {0.0L, -0.0L, 1, -1, 0.5L, -0.5L, 2, -2, 3, 0.1L, -0.7L, 1.5L, -1.5L, 2.5L, 10, -10, 25.25L, 100, -100.5L, 1e-5L, -1e-5L, 1e-30L, 1e10L, 12345.678L, -11000, 11000, 1e300L, LDBL_MAX, -LDBL_MAX, LDBL_MIN, 0x1p-16445L, INFINITY, -INFINITY, NAN, 0x1p63L, 0x1.8p62L, 6.5L, -3, 1754, 0.9999999999999999999L};
enum { N = sizeof xs / sizeof *xs };

static void show(long double v) {
	if (v != v)
		printf("nan ");
	else
		printf("%s%.15Lg ", v == 0 && signbit(v) ? "-" : "", v == 0 ? 0.0L : v);
}

static void bits(long double v) {
	union { long double v; struct { unsigned long low; unsigned short high; } b; } u = {v};
	if (v != v)
		printf("nan ");
	else
		printf("%x.%lx ", u.b.high, u.b.low);
}

int main(void) {
	for (int i = 0; i < sizeof one / sizeof *one; i++) {
		printf("%s: ", one[i].name);
		for (int k = 0; k < N; k++) show(one[i].f(xs[k]));
		puts("");
	}
	for (int i = 0; i < sizeof two / sizeof *two; i++) {
		printf("%s: ", two[i].name);
		for (int k = 0; k < N; k++)
			for (int l = 0; l < N; l += i < 3 ? 1 : 3) {
				if (i > 2)
					bits(two[i].f(xs[k], xs[l]));
				else
					show(two[i].f(xs[k], xs[l]));
			}
		puts("");
	}
	for (int k = 0; k < N; k++) {
		long double x = xs[k], w;
		int e = 0, q = 0;
		bits(frexpl(x, &e));
		printf("%d ", isfinite(x) ? e : 0);
		bits(modfl(x, &w)), bits(w);
		bits(ldexpl(x, 3)), bits(scalbnl(x, -20000)), bits(scalblnl(x, 20000));
		bits(remquol(x, 0.3L, &q));
		printf("%d %d ", isfinite(x) ? q : 0, x != x ? 0 : ilogbl(x));
		if (fabsl(x) < 1e18L) printf("%ld %lld %ld %lld ", lrintl(x), llrintl(x), lroundl(x), llroundl(x));
		bits(nexttoward((double)x, 1.5L)), bits(nexttoward(1.0, x)), bits(nexttowardf((float)x, 1e-60L)), bits(nexttowardf(1.0f, x));
		puts("");
	}
	bits(nanl(""));
	bits(nexttoward(1.0, 1.0L + LDBL_EPSILON)), bits(nexttoward(1.0, 1.0L - LDBL_EPSILON)), bits(nexttoward(0.0, -0x1p-16445L));
	puts("");
	return 0;
}
