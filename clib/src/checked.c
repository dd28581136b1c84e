/* What a run that reports the undefined behaviour of C calls instead of functions that call back or read what others wrote: the functions
   themselves, and what else the standard asks of the call. None of it changes what a program may count on. */

#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

#include "waits.h"

/* Tells that the stream is of wide characters from now on, and reports it if it is of bytes. */
void __tuffy_wide(FILE *stream);

/* Tells whether the characters of the locale are UTF-8, and that quick_exit was called. */
void __tuffy_locale(int utf8);
void __tuffy_quits(void);

char *__tuffy_checked_setlocale(int category, const char *name)
{
	char *is = setlocale(category, name);
	__tuffy_locale(MB_CUR_MAX > 1);
	return is;
}

_Noreturn void __tuffy_checked_quick_exit(int status)
{
	__tuffy_quits();
	quick_exit(status);
}

int __tuffy_checked_iswctype(wint_t c, wctype_t class)
{
	if (class > 12)
		__tuffy_contract("iswctype: wctype has not given the class (C11 7.30.2.2.1p2)");
	return iswctype(c, class);
}

enum { MOST = 4096, FEW = 16 }; /* elements that are looked at, and those whose bytes are */

/* Pointers are valid also for no elements. */
static void __tuffy_valid(const void *base, size_t n)
{
	if (n == 0 && !__tuffy_lives(base))
		__tuffy_contract("the array of qsort or bsearch has ended, and is asked for no elements either (C11 7.22.5p1)");
}

/* Reports a comparison that alters the elements, whose sum was another before. */
static void __tuffy_same(const char *base, size_t n, size_t was, const char *message)
{
	if (__tuffy_sum(base, n) != was)
		__tuffy_contract(message);
}

/* After the call each element and the next one are compared twice, and the other way. */
void __tuffy_checked_qsort(void *base, size_t n, size_t size, int (*f)(const void *, const void *))
{
	__tuffy_valid(base, n);
	qsort(base, n, size, f);
	char *p = base;
	for (size_t i = 1; i < n && i < MOST; i++, p += size) {
		size_t was = i < FEW ? __tuffy_sum(p, 2 * size) : 0;
		int forth = f(p, p + size), again = f(p, p + size), back = f(p + size, p);
		if (i < FEW)
			__tuffy_same(p, 2 * size, was, "qsort: the comparison function alters the elements (C11 7.22.5p2)");
		if (forth > 0 || again > 0 || (forth == 0) != (again == 0) || back < 0 || (forth == 0) != (back == 0)) {
			__tuffy_contract("qsort: the comparison function is inconsistent: it gives no order of two elements that it has compared (C11 7.22.5p4)");
			return;
		}
	}
}

static int __tuffy_looks; /* how many elements bsearch has been followed by */

/* The elements that are less than the key come first, then those that are equal, then those that are greater. */
void *__tuffy_checked_bsearch(const void *key, const void *base, size_t n, size_t size, int (*f)(const void *, const void *))
{
	__tuffy_valid(base, n);
	if (n <= MOST && __atomic_fetch_add(&__tuffy_looks, (int)n, __ATOMIC_RELAXED) < 64 * MOST) {
		const char *p = base;
		int last = 1;
		for (size_t i = 0; i < n; i++, p += size) {
			size_t was = i < FEW ? __tuffy_sum(p, size) : 0;
			int order = f(key, p);
			if (i < FEW)
				__tuffy_same(p, size, was, "bsearch: the comparison function alters the elements (C11 7.22.5p2)");
			order = (order > 0) - (order < 0);
			if (order > last) {
				__tuffy_contract("bsearch: the elements are not in the order of the comparison function (C11 7.22.5.1p2)");
				break;
			}
			last = order;
		}
	}
	return bsearch(key, base, n, size, f);
}

wint_t __tuffy_checked_fputwc(wchar_t c, FILE *stream)
{
	__tuffy_wide(stream);
	return fputwc(c, stream);
}

wint_t __tuffy_checked_putwc(wchar_t c, FILE *stream) { return __tuffy_checked_fputwc(c, stream); }
wint_t __tuffy_checked_putwchar(wchar_t c) { return __tuffy_checked_fputwc(c, stdout); }

int __tuffy_checked_fputws(const wchar_t *restrict s, FILE *restrict stream)
{
	__tuffy_wide(stream);
	return fputws(s, stream);
}

wint_t __tuffy_checked_fgetwc(FILE *stream)
{
	__tuffy_wide(stream);
	return fgetwc(stream);
}

wint_t __tuffy_checked_getwc(FILE *stream) { return __tuffy_checked_fgetwc(stream); }
wint_t __tuffy_checked_getwchar(void) { return __tuffy_checked_fgetwc(stdin); }

wchar_t *__tuffy_checked_fgetws(wchar_t *restrict s, int n, FILE *restrict stream)
{
	__tuffy_wide(stream);
	return fgetws(s, n, stream);
}

int __tuffy_checked_vfwscanf(FILE *restrict stream, const wchar_t *restrict format, va_list list)
{
	__tuffy_wide(stream);
	return vfwscanf(stream, format, list);
}

int __tuffy_checked_vwscanf(const wchar_t *restrict format, va_list list) { return __tuffy_checked_vfwscanf(stdin, format, list); }

int __tuffy_checked_fwscanf(FILE *restrict stream, const wchar_t *restrict format, ...)
{
	va_list list;
	va_start(list, format);
	int n = __tuffy_checked_vfwscanf(stream, format, list);
	va_end(list);
	return n;
}

int __tuffy_checked_wscanf(const wchar_t *restrict format, ...)
{
	va_list list;
	va_start(list, format);
	int n = __tuffy_checked_vfwscanf(stdin, format, list);
	va_end(list);
	return n;
}

int __tuffy_checked_vfwprintf(FILE *restrict stream, const wchar_t *restrict format, va_list list)
{
	__tuffy_wide(stream);
	return vfwprintf(stream, format, list);
}

int __tuffy_checked_vwprintf(const wchar_t *restrict format, va_list list) { return __tuffy_checked_vfwprintf(stdout, format, list); }

int __tuffy_checked_fwprintf(FILE *restrict stream, const wchar_t *restrict format, ...)
{
	va_list list;
	va_start(list, format);
	int n = __tuffy_checked_vfwprintf(stream, format, list);
	va_end(list);
	return n;
}

int __tuffy_checked_wprintf(const wchar_t *restrict format, ...)
{
	va_list list;
	va_start(list, format);
	int n = __tuffy_checked_vfwprintf(stdout, format, list);
	va_end(list);
	return n;
}
