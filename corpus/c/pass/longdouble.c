/* long double: constants, conversions, arithmetic on patterns of every kind, where it is in memory, calls. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef long double ld;
typedef unsigned long long u64;
struct tagged {
	char c;
	ld x;
	int y;
};

static ld global = 1.1L, infinite = 1.0L / 0.0L, negzero = -0.0L;
static struct tagged filled = {1, 3.3L, 4};
static u64 state = 88172645463325252u;

static u64 next(void) {
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

/* A NaN is printed as one: its bits are not the same everywhere. */
static void show(ld x) {
	u64 m;
	unsigned short e;
	if (x != x) {
		printf(" nan");
		return;
	}
	memcpy(&m, &x, 8);
	memcpy(&e, (char *)&x + 8, 2);
	printf(" %04x:%016llx", e, m);
}

static void line(ld x) {
	show(x);
	printf("\n");
}

/* Numbers of all sizes, subnormal and pseudo-denormal ones, zeros, infinities, NaNs, patterns that are no number. */
static ld pattern(void) {
	u64 m = next();
	unsigned short e = next();
	ld x = 0;
	switch (next() % 8) {
	case 0: e &= 0x8000; break;
	case 1: e &= 0x8000; m >>= 1; break;
	case 2: e |= 0x7fff; m = next() % 2 ? 1ull << 63 : m; break;
	case 3: e = (e & 0x8000) | (16383 + e % 130 - 65); m |= 1ull << 63; break;
	case 4: e = (e & 0x8000) | (16383 + e % 4 - 2); m = 1ull << 63 | m >> (m % 64); break;
	case 5: e = (e & 0x8000) | e % 66; m |= 1ull << 63; break;
	default: m |= 1ull << 63;
	}
	memcpy(&x, &m, 8);
	memcpy((char *)&x + 8, &e, 2);
	return x;
}

static ld sum(int n, ...) {
	va_list ap;
	ld s = 0;
	va_start(ap, n);
	for (int i = 0; i < n; i++) {
		s += va_arg(ap, ld);
		s *= va_arg(ap, int);
	}
	va_end(ap);
	return s;
}

static _Complex long double squared(_Complex long double z) { return z * z; }

static struct tagged doubled(struct tagged t) {
	t.x += t.x;
	return t;
}

int main(void) {
	volatile ld d = 2.5L;
	ld a = 1.0L / 3, b = 1e4000L, c = 5e-4940L;
	line(a), line(b), line(c), line(a + b), line(a * c), line(b * b);
	line(global), line(infinite), line(negzero), line(filled.x), line(0x1.8p-16440L);
	line((ld)12345678901234567890ull), line((ld)(__int128)-1), line((ld)0.1), line((ld)0.1f);
	line((ld)((unsigned __int128)0xffffffffffffffff << 64 | 1));
	printf("%llu %lld %d %d %d\n", (u64)(d * 4e18L), (long long)(-d * 1e18L), (int)d, (int)(float)a, (_Bool)c);
	printf("%d %d %d %d\n", a < b, a == a, infinite > b, !negzero);
	printf("%zu %zu %zu %zu\n", sizeof(ld), sizeof(struct tagged), _Alignof(ld), sizeof(_Complex long double));
	d++, line(d), d *= 0.1, line(d), d = -d, line(d--), line(d);
	line(sum(3, 1.5L, 2, a, 3, d, -7));
	_Complex long double z = squared(1.5L + 2.0L * 1.0i);
	line(__real__ z), line(__imag__ z), line(doubled(filled).x);
	for (int i = 0; i < 400; i++) {
		ld x = pattern(), y = pattern();
		show(x + y), show(x - y), show(x * y), show(x / y);
		printf(" %d%d%d%d%d%d", x < y, x <= y, x == y, x != y, x >= y, x > y);
		double f = (double)x;
		float g = (float)y;
		show(f), show(g);
		if (x > -9e18L && x < 9e18L)
			printf(" %lld", (long long)x);
		if (y > -1 && y < 1.8e19L)
			printf(" %llu", (u64)y);
		show((ld)(long long)next()), show((ld)next());
		printf("\n");
	}
	return 0;
}
