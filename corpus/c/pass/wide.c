/* Wide strings and characters: <wchar.h>, <wctype.h>. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

static int sign(int v) { return (v > 0) - (v < 0); }

static void show(const wchar_t *s) {
	if (!s) {
		puts("null");
		return;
	}
	for (; *s; s++) printf("%lx ", (unsigned long)*s);
	puts(";");
}

static void strings(void) {
	static const wchar_t *const texts[] = {L"", L"a", L"ab", L"abc", L"b", L"abcabd", L"ABc", L"\u20ac\U0010ffff", L"-1"};
	enum { N = sizeof texts / sizeof *texts };
	for (int i = 0; i < N; i++) {
		const wchar_t *s = texts[i];
		printf("%zu %zu %zu: ", wcslen(s), wcsnlen(s, 2), wcsxfrm(0, s, 0));
		for (int k = 0; k < N; k++) {
			const wchar_t *t = texts[k];
			printf("%d%d%d%d%d ", sign(wcscmp(s, t)), sign(wcsncmp(s, t, 2)), sign(wcscoll(s, t)), sign(wcscasecmp(s, t)), sign(wcsncasecmp(s, t, 2)));
			printf("%zu %zu %ld %ld, ", wcsspn(s, t), wcscspn(s, t), wcspbrk(s, t) ? (long)(wcspbrk(s, t) - s) : -1, wcsstr(s, t) ? (long)(wcsstr(s, t) - s) : -1);
		}
		printf("%ld %ld %ld\n", wcschr(s, 'b') ? (long)(wcschr(s, 'b') - s) : -1, wcsrchr(s, L'b') ? (long)(wcsrchr(s, L'b') - s) : -1, (long)(wcschr(s, 0) - s));
		wchar_t a[20], b[20];
		wmemset(a, L'.', 20), wmemset(b, 0, 20);
		show(wcscpy(b, s));
		show(wcscat(b, L"+"));
		show(wcsncat(b, L"xyz", 2));
		a[19] = 0;
		wcsncpy(a, s, 4);
		for (int k = 0; k < 6; k++) printf("%x ", (unsigned)a[k]);
		printf("%ld ", (long)(wcpcpy(b, s) - b));
		printf("%d\n", sign(wmemcmp(a, b, 3)));
		wcsxfrm(b, s, 20);
		show(b);
		wchar_t *copy = wcsdup(s);
		show(copy);
		free(copy);
	}
	wchar_t m[8] = L"0123456";
	wmemmove(m + 1, m, 5), wmemcpy(m, L"xy", 2);
	show(m);
	printf("%ld %d\n", (long)(wmemchr(m, L'2', 8) - m), wmemchr(m, L'9', 8) == 0);
	wchar_t line[] = L" one,two  three,", *rest, *t = line;
	for (t = wcstok(line, L" ,", &rest); t; t = wcstok(0, L" ,", &rest)) show(t);
	printf("%d\n", wcstok(0, L" ,", &rest) == 0);
}

static void numbers(void) {
	static const wchar_t *const texts[] = {L"", L" 42x", L"-0x1F", L"+077", L"0x", L"99999999999999999999", L"-99999999999999999999", L"1.5e3z", L"-inf", L"nan", L".", L"zz", L"12\u20ac",
		L"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000017"};
	for (int i = 0; i < sizeof texts / sizeof *texts; i++) {
		const wchar_t *s = texts[i];
		wchar_t *e[6];
		long a = wcstol(s, &e[0], 0);
		unsigned long b = wcstoul(s, &e[1], 16);
		long long c = wcstoll(s, &e[2], 10);
		unsigned long long d = wcstoull(s, &e[3], 36);
		double f = wcstod(s, &e[4]);
		float g = wcstof(s, &e[5]);
		printf("%ld %lu %lld %llu %g %g:", a, b, c, d, f, (double)g);
		for (int k = 0; k < 6; k++) printf(" %ld", (long)(e[k] - s));
		puts("");
	}
}

static void classes(void) {
	static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"};
	for (int i = 0; i < 12; i++) {
		wctype_t t = wctype(names[i]);
		unsigned sum = 0;
		for (wint_t c = 0; c < 300; c++) sum = 31 * sum + !!iswctype(c, t);
		printf("%d %u\n", t != 0, sum);
	}
	unsigned sum = 0;
	for (wint_t c = 0; c < 300; c++) {
		sum = 31 * sum + !!iswalnum(c), sum = 31 * sum + !!iswalpha(c), sum = 31 * sum + !!iswblank(c), sum = 31 * sum + !!iswcntrl(c);
		sum = 31 * sum + !!(iswdigit)(c), sum = 31 * sum + !!iswgraph(c), sum = 31 * sum + !!iswlower(c), sum = 31 * sum + !!iswprint(c);
		sum = 31 * sum + !!iswpunct(c), sum = 31 * sum + !!iswspace(c), sum = 31 * sum + !!iswupper(c), sum = 31 * sum + !!iswxdigit(c);
		sum = 31 * sum + towlower(c), sum = 31 * sum + towupper(c);
		sum = 31 * sum + towctrans(c, wctrans("toupper")), sum = 31 * sum + towctrans(c, wctrans("tolower"));
	}
	printf("%u %d %d %d\n", sum, iswalpha(WEOF) != 0, wctype("none") == 0, wctrans("none") == 0);
}

int main(void) {
	strings();
	numbers();
	classes();
	return 0;
}
