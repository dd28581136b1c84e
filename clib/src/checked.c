/* What a run that reports the undefined behaviour of C calls instead of functions that call back or read what others wrote: the functions
   themselves, and what else the standard asks of the call. None of it changes what a program may count on. */

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include "waits.h"

/* Tells that the stream is of wide characters from now on, and reports it if it is of bytes. */
void __tuffy_wide(FILE *stream);

enum { MOST = 4096 }; /* elements that are looked at */

/* After the call each element and the next one are compared both ways. */
void __tuffy_checked_qsort(void *base, size_t n, size_t size, int (*f)(const void *, const void *))
{
	qsort(base, n, size, f);
	char *p = base;
	for (size_t i = 1; i < n && i < MOST; i++, p += size) {
		int forth = f(p, p + size), back = f(p + size, p);
		if (forth > 0 || back < 0 || (forth == 0) != (back == 0)) {
			__tuffy_contract("qsort: the comparison function is inconsistent: it gives no order of two elements that it has compared (C11 7.22.5p4)");
			return;
		}
	}
}

static int __tuffy_looks; /* how many elements bsearch has been followed by */

/* The elements that are less than the key come first, then those that are equal, then those that are greater. */
void *__tuffy_checked_bsearch(const void *key, const void *base, size_t n, size_t size, int (*f)(const void *, const void *))
{
	if (n <= MOST && __atomic_fetch_add(&__tuffy_looks, (int)n, __ATOMIC_RELAXED) < 64 * MOST) {
		const char *p = base;
		int last = 1;
		for (size_t i = 0; i < n; i++, p += size) {
			int order = f(key, p);
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
