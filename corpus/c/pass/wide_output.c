/* Wide characters to streams. */
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

static int listed(const wchar_t *format, ...) {
	va_list list;
	va_start(list, format);
	int r = vwprintf(format, list);
	va_end(list);
	return r;
}

static int listed_to(FILE *f, const wchar_t *format, ...) {
	va_list list;
	va_start(list, format);
	int r = vfwprintf(f, format, list);
	va_end(list);
	return r;
}

int main(void) {
	setlocale(LC_ALL, "C.UTF-8");
	int n = wprintf(L"%ls %d %s %lc\n", L"\u20ac", 3, "\xc3\xa9", (wint_t)0x1f600);
	n += fwprintf(stdout, L"%5ls|%-5ls|%.1ls|%3s|\n", L"\u00e9", L"\u00e9", L"\u00e9\u00ea", "\xc3\xa9");
	n += listed(L"%x\n", 255) + listed_to(stdout, L"%c\n", 'x');
	n += fputws(L"line \u03b1\n", stdout) >= 0;
	n += putwchar(0x3b2) == 0x3b2;
	n += putwc(L'p', stdout) == 'p';
	n += fputwc(L'\n', stdout) == '\n';
	wprintf(L"%d\n", n);
	return 0;
}
