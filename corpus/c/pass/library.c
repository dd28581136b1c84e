/* The rest of the C library: tokens, strings of POSIX, dates, locale, environment, divisions, math. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

static int sign(int x) { return (x > 0) - (x < 0); }

static void tokens(void) {
	char a[] = ",,one, two,,three ,";
	for (char *t = strtok(a, ", "); t; t = strtok(NULL, ", ")) printf("[%s]", t);
	printf("%d\n", strtok(NULL, ",") == NULL);
	char b[] = "k=v;x=;=;end", *save, *inner;
	for (char *t = strtok_r(b, ";", &save); t; t = strtok_r(NULL, ";", &save)) {
		printf("<%s:", t);
		for (char *u = strtok_r(t, "=", &inner); u; u = strtok_r(NULL, "=", &inner)) printf(" %s", u);
		printf(">");
	}
	char c[] = "a::b:", *p = c;
	for (char *t; (t = strsep(&p, ":"));) printf("{%s}", t);
	printf("%d\n", p == NULL);
	char d[] = "";
	printf("%d %d\n", strtok(d, ",") == NULL, strtok(NULL, ",") == NULL);
}

static void strings(void) {
	static const char *s[] = {"", "abc", "ABC", "abd", "aB", "Hello, World", "lo, w", "\xe4", "z"};
	for (unsigned i = 0; i < 9; i++)
		for (unsigned j = 0; j < 9; j++) {
			char *f = strcasestr(s[i], s[j]);
			printf("%d %d %d %ld;", sign(strcasecmp(s[i], s[j])), sign(strncasecmp(s[i], s[j], 2)), sign(strcoll(s[i], s[j])), f ? (long)(f - s[i]) : -1L);
		}
	puts("");
	char b[8];
	memset(b, '#', 8);
	char *e = stpncpy(b, "ab", 5);
	printf("%ld %d %d\n", (long)(e - b), b[4], b[5]);
	e = stpncpy(b, "abcdefghi", 8);
	printf("%ld %.8s\n", (long)(e - b), b);
	size_t n = strxfrm(b, "abc", sizeof b);
	printf("%zu %s %ld %ld\n", n, b, (long)(strchrnul(b, 'x') - b), (long)(strchrnul(b, 'b') - b));
	e = mempcpy(b, "xyx", 3);
	printf("%ld %ld %ld %ld\n", (long)(e - b), (long)((char *)memrchr(b, 'x', 3) - b), (long)((char *)memmem(b, 3, "yx", 2) - b), (long)(rindex(b, 'x') - index(b, 'x')));
	printf("%d %d %d\n", isascii(127), isascii(128), toascii('a' + 128));
}

static void date(struct tm *t) {
	char b[600];
	static const char *all[] = {"%a %A %b %B %h", "%c|%x|%X|%r|%R|%T|%D|%F", "%C %d %e %H %I %j %m %M %p %S %u %w", "%U %W %V %G %g", "%y %Y %n%t%%", "%Ey %Od %EC %OH", "literal"};
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
		size_t n = strftime(b, sizeof b, all[i], t);
		printf("%zu %s\n", n, b);
	}
	printf("%zu %zu\n", strftime(b, 10, "%F", t), strftime(b, 11, "%F", t));
}

static void dates(void) {
	static const time_t times[] = {0, 1, -1, 86399, 951782400, 951868800, 1577880000, 1609459199, 1609459200, 4102444800, -2208988800, 253402300799, 1451606400, 1483228800, 1514764800, 1230768000, 1262304000, 1293840000};
	for (unsigned i = 0; i < sizeof times / sizeof *times; i++) {
		struct tm *t = gmtime(&times[i]), u = *t, v;
		printf("%d-%d-%d %d:%d:%d %d %d %d\n", t->tm_year, t->tm_mon, t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec, t->tm_wday, t->tm_yday, t->tm_isdst);
		printf("%ld %s", (long)timegm(&u), asctime(&u));
		date(&u);
		char b[26];
		printf("%s", asctime_r(gmtime_r(&times[i], &v), b));
	}
	struct tm odd = {.tm_year = 100, .tm_mon = 14, .tm_mday = -40, .tm_hour = 50, .tm_min = -200, .tm_sec = 100000};
	long l = timegm(&odd);
	printf("%ld %s", l, asctime(&odd));
	struct tm part;
	part.tm_hour = 13;
	part.tm_min = 5;
	char b[20];
	printf("%zu ", strftime(b, sizeof b, "%H:%M %I%p", &part));
	printf("%s\n", b);
	time_t large = (time_t)1 << 60;
	errno = 0;
	struct tm *none = gmtime(&large);
	printf("%d %d\n", none == NULL, errno);
	printf("%g\n", difftime(1000, -5));
}

static void handler(int s) { (void)s; }

static void environment(void) {
	printf("%s %d\n", setlocale(LC_ALL, NULL), setlocale(LC_ALL, "xx_XX") == NULL);
	struct lconv *c = localeconv();
	printf("%s %zu %d\n", c->decimal_point, strlen(c->thousands_sep), c->frac_digits);
	printf("%d ", setenv("TUFFY_X", "1", 1));
	printf("%s ", getenv("TUFFY_X"));
	printf("%d ", setenv("TUFFY_X", "two", 0));
	printf("%s ", getenv("TUFFY_X"));
	setenv("TUFFY_X", "three", 1);
	printf("%s ", getenv("TUFFY_X"));
	printf("%d ", unsetenv("TUFFY_X"));
	printf("%d %d\n", getenv("TUFFY_X") == NULL, setenv("a=b", "", 1));
	printf("%d ", signal(SIGINT, handler) == SIG_DFL);
	printf("%d ", signal(SIGINT, SIG_IGN) == handler);
	printf("%d\n", signal(SIGINT, SIG_DFL) == SIG_IGN);
	printf("%d\n", (int)MB_CUR_MAX);
	div_t d = div(-17, 5);
	ldiv_t e = ldiv(17, -5);
	lldiv_t f = lldiv(1LL << 40, 3);
	imaxdiv_t g = imaxdiv(-7, -2);
	printf("%d %d %ld %ld %lld %lld %jd %jd\n", d.quot, d.rem, e.quot, e.rem, f.quot, f.rem, g.quot, g.rem);
	printf("%jd %ju %jd\n", strtoimax("-12", NULL, 0), strtoumax("0xff", NULL, 0), imaxabs(-9));
}

static double numbers[] = {0, -0.0, 0.25, -0.5, 0.5, 1, -1, 1.5, -2.5, 2, 3.7, 10.1, -7.25, 20.5, 100, 709, 1e-5, -1e-9, 1e-20, 1e-300, 4.9e-324, 1e15, 1e300, INFINITY, -INFINITY, NAN};

/* The last digits of the C library of the machine may be off by some. */
static void near(const char *name, double x) {
	if (x != x)
		printf("%s nan ", name);
	else
		printf("%s %.13g ", name, x);
}

static void all(const char *name, double x) {
	if (x != x)
		printf("%s nan ", name);
	else
		printf("%s %.17g ", name, x);
}

static void functions(void) {
	unsigned n = sizeof numbers / sizeof *numbers;
	for (unsigned i = 0; i < n; i++) {
		double x = numbers[i], w;
		float y = (float)x, v;
		int k, j;
		printf("%.17g %.17g %.17g %.9g %.9g ", round(x), rint(x), nearbyint(x), (double)roundf(y), (double)rintf(y));
		printf("%.17g ", frexp(x, &k));
		if (x - x == 0) printf("%d ", k);
		printf("%.9g ", (double)frexpf(y, &k));
		printf("%.17g ", modf(x, &w));
		printf("%.17g ", w);
		printf("%.9g ", (double)modff(y, &v));
		printf("%.9g ", (double)v);
		printf("%.17g %.17g %.9g %.17g ", ldexp(x, 5), scalbn(x, -1070), (double)ldexpf(y, -130), scalbln(x, 3L));
		printf("%.17g ", logb(x));
		if (x == x) printf("%d ", x == 0 || x - x != 0 ? 0 : ilogb(x));
		if (fabs(x) < 1e18) printf("%ld %lld %ld %lld ", lround(x), llround(x), lrint(x), llrintf(y));
		printf("%d %d %d\n", fpclassify(x) == FP_SUBNORMAL, signbit(x) != 0, !!isnormal(x));
		near("cbrt", cbrt(x)); near("exp2", exp2(x)); near("expm1", expm1(x)); near("log1p", log1p(x));
		near("sinh", sinh(x)); near("cosh", cosh(x)); near("tanh", tanh(x)); near("asinh", asinh(x));
		near("acosh", acosh(x)); near("atanh", atanh(x)); near("erf", erf(x)); near("erfc", x < 20 ? erfc(x) : 0);
		near("tgamma", x == floor(x) && x <= 0 ? 0 : tgamma(x)); near("lgamma", lgamma(x));
		puts("");
		for (unsigned m = 0; m < n; m++) {
			double z = numbers[m];
			all("fdim", fdim(x, z));
			all("fdimf", fdimf(y, (float)z));
			all("remainder", remainder(x, z));
			all("nextafter", nextafter(x, z));
			all("nextafterf", nextafterf(y, (float)z));
			all("remquo", remquo(x, z, &j));
			if (x - x == 0 && z - z == 0 && z != 0) printf("%d ", j & 7);
		}
		puts("");
	}
}

int main(void) {
	tokens();
	strings();
	dates();
	environment();
	functions();
	return 0;
}
