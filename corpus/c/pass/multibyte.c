/* Multibyte characters in the locales C and C.UTF-8: <stdlib.h>, <wchar.h>, <uchar.h>; wide output. */
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

static const char *const texts[] = {"", "a", "ab\x7f", "\xc3\xa9t\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80x", "\xf4\x8f\xbf\xbf", "\xed\xa0\x80", "\xc0\xaf", "\xe0\x80\xaf", "\xe0\x9f\xbf", "\xef\xbf\xbf", "\x80", "a\xff", "\xe2\x82", "\xc3z"};
enum { TEXTS = sizeof texts / sizeof *texts };

static void number(size_t n) { printf("%ld ", (long)n); }

static void bytes(const char *b, size_t n) {
	number(n);
	for (size_t i = 0; i < n && n <= 8; i++) printf("%02x", (unsigned char)b[i]);
	printf(", ");
}

static void decode(const char *s) {
	size_t n = strlen(s) + 1;
	wchar_t w[16] = {0};
	errno = 0;
	number(mbstowcs(0, s, 0)), number(mbstowcs(w, s, 16)), number(errno);
	for (int i = 0; w[i] && i < 16; i++) printf("%x ", (unsigned)w[i]);
	const char *from = s;
	mbstate_t state = {0};
	wmemset(w, 0, 16);
	number(mbsrtowcs(w, &from, 2, &state)), number(from ? from - s : -9), number(w[0]);
	w[0] = 77;
	number(mbtowc(w, s, n)), number(w[0]), number(mblen(s, n)), number(n > 1 ? mbtowc(0, s, n - 1) : 0), number(mbtowc(0, 0, 0));
	/* byte by byte */
	memset(&state, 0, sizeof state);
	for (size_t i = 0; i < n; i++) {
		wchar_t c = 77;
		size_t r = mbrtowc(&c, s + i, 1, &state);
		if (r != -2ul) number(r);
		if (r == -1ul) break;
		if (r != -2ul) number(c), number(!!mbsinit(&state));
	}
	memset(&state, 0, sizeof state);
	number(mbrlen(s, n, &state));
	memset(&state, 0, sizeof state);
	for (size_t i = 0; i < n;) {
		char16_t c = 77;
		size_t r = mbrtoc16(&c, s + i, n - i, &state);
		number(r), number(c);
		if (r == 0 || r > n && r != -3ul) break;
		if (r != -3ul) i += r;
	}
	memset(&state, 0, sizeof state);
	char32_t c32 = 77;
	number(mbrtoc32(&c32, s, n, &state)), number(c32);
	puts("");
}

static void encode(void) {
	static const wchar_t codes[] = {0, 'a', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdfff, 0xe000, 0xffff, 0x10000, 0x10ffff, -1};
	for (int i = 0; i < sizeof codes / sizeof *codes; i++) {
		char b[16];
		mbstate_t state = {0};
		errno = 0;
		bytes(b, wcrtomb(b, codes[i], &state)), bytes(b, wctomb(b, codes[i]));
		memset(&state, 0, sizeof state);
		bytes(b, c32rtomb(b, codes[i], &state));
		number(errno), number(wctob(codes[i]));
		wchar_t w[4] = {'x', codes[i], 'y', 0};
		const wchar_t *from = w;
		memset(&state, 0, sizeof state);
		number(wcstombs(0, w, 0)), number(wcstombs(b, w, 16)), number(wcsrtombs(b, &from, 3, &state)), number(from ? from - w : -9);
		puts("");
	}
	char b[16];
	mbstate_t state = {0};
	bytes(b, c16rtomb(b, 0x20, &state)), bytes(b, c16rtomb(b, 0xd83d, &state)), bytes(b, c16rtomb(b, 0xde00, &state));
	bytes(b, c16rtomb(b, 0xd83d, &state)), bytes(b, c16rtomb(b, 'x', &state));
	puts("");
	for (int c = -1; c < 256; c += 51) number(btowc(c));
	number(MB_CUR_MAX), number(wctomb(0, 0)), number(mblen(0, 0));
	puts("");
}

static int listed(wchar_t *to, size_t n, const wchar_t *format, ...) {
	va_list list;
	va_start(list, format);
	int r = vswprintf(to, n, format, list);
	va_end(list);
	return r;
}

static void formats(void) {
	wchar_t b[200];
	char c[400];
	int n = swprintf(b, 200, L"%d|%5d|%-5d|%05d|%+d|%.3d|%hhd|%hd|%ld|%lld|%jd|%zd|%td", -1, 42, 42, 42, 42, 7, 300, 70000, 1L << 40, 1LL << 50, (intmax_t)3, (size_t)4, (ptrdiff_t)5);
	wcstombs(c, b, 400);
	printf("%d %s\n", n, c);
	n = swprintf(b, 200, L"%u|%x|%#X|%#o|%hhu|%hu|%lu|%*d|%-*d|%.*f|%e|%G|%s|%.2s|%5s|%-5s|%ls|%.2ls|%5lc|%-3c|%%", 1u, 255, 255, 8, 511, 65537, 9ul, 4, 1, 4, 2, 1, 2.25, 1e10, 0.0001, "str", "str", "ab", "ab", L"wide", L"wide", (wint_t)'w', 'c');
	wcstombs(c, b, 400);
	printf("%d %s\n", n, c);
	n = listed(b, 200, L"%100d|%.40f", 1, 0.1);
	wcstombs(c, b, 400);
	printf("%d %s\n", n, c);
	wmemset(b, 'z', 10);
	n = swprintf(b, 4, L"abcdef");
	printf("%d\n", n < 0);
	n = swprintf(b, 4, L"abc");
	printf("%d %d\n", n, b[3] == 0);
}

int main(void) {
	for (int utf8 = 0; utf8 < 2; utf8++) {
		printf("%s\n", setlocale(LC_ALL, utf8 ? "C.UTF-8" : "C"));
		printf("%s\n", setlocale(LC_CTYPE, 0));
		for (int i = 0; i < TEXTS; i++) decode(texts[i]);
		encode();
		formats();
	}
	printf("%d %d\n", setlocale(LC_ALL, "no such locale") == 0, setlocale(77, "C") == 0);
	return 0;
}
