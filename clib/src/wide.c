/* Wide strings and characters (C11 7.29.4, 7.30). Classes are those of ASCII in every locale. */

#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

/* Without <ctype.h>, whose inline functions would be those of the library. */
int isalnum(int), isalpha(int), isblank(int), iscntrl(int), isdigit(int), isgraph(int), islower(int), isprint(int), ispunct(int), isspace(int), isupper(int), isxdigit(int);

size_t wcslen(const wchar_t *s)
{
	size_t n = 0;
	while (s[n] != 0)
		n++;
	return n;
}

size_t wcsnlen(const wchar_t *s, size_t most)
{
	size_t n = 0;
	while (n < most && s[n] != 0)
		n++;
	return n;
}

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) { return memcpy(to, from, n * sizeof *to); }
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) { return memmove(to, from, n * sizeof *to); }

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = c;
	return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n)
{
	for (; n > 0; n--, s++)
		if (*s == c)
			return (wchar_t *)s;
	return 0;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) { return wmemcpy(to, from, wcslen(from) + 1); }

wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from)
{
	size_t n = wcslen(from);
	return wmemcpy(to, from, n + 1) + n;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t size)
{
	size_t n = wcsnlen(from, size);
	wmemcpy(to, from, n);
	wmemset(to + n, 0, size - n);
	return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from)
{
	wcscpy(to + wcslen(to), from);
	return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t most)
{
	wchar_t *end = to + wcslen(to);
	size_t n = wcsnlen(from, most);
	wmemcpy(end, from, n);
	end[n] = 0;
	return to;
}

wchar_t *wcsdup(const wchar_t *s)
{
	size_t n = wcslen(s) + 1;
	wchar_t *to = malloc(n * sizeof *to);
	return to == 0 ? 0 : wmemcpy(to, s, n);
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
		if (a[i] == 0)
			return 0;
	}
	return 0;
}

int wcscmp(const wchar_t *a, const wchar_t *b) { return wcsncmp(a, b, -1ul); }
int wcscoll(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b); }

size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t size)
{
	size_t n = wcslen(from);
	if (n < size)
		wmemcpy(to, from, n + 1);
	return n;
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		wint_t x = towlower(a[i]), y = towlower(b[i]);
		if (x != y)
			return x < y ? -1 : 1;
		if (x == 0)
			return 0;
	}
	return 0;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b) { return wcsncasecmp(a, b, -1ul); }

wchar_t *wcschr(const wchar_t *s, wchar_t c)
{
	for (; *s != c; s++)
		if (*s == 0)
			return 0;
	return (wchar_t *)s;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c)
{
	const wchar_t *last = 0;
	for (;; s++) {
		if (*s == c)
			last = s;
		if (*s == 0)
			return (wchar_t *)last;
	}
}

size_t wcsspn(const wchar_t *s, const wchar_t *set)
{
	size_t n = 0;
	while (s[n] != 0 && wcschr(set, s[n]) != 0)
		n++;
	return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *set)
{
	size_t n = 0;
	while (s[n] != 0 && wcschr(set, s[n]) == 0)
		n++;
	return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set)
{
	s += wcscspn(s, set);
	return *s == 0 ? 0 : (wchar_t *)s;
}

wchar_t *wcsstr(const wchar_t *restrict s, const wchar_t *restrict part)
{
	size_t n = wcslen(part);
	for (; wcsncmp(s, part, n) != 0; s++)
		if (*s == 0)
			return 0;
	return (wchar_t *)s;
}

wchar_t *wcswcs(const wchar_t *s, const wchar_t *part) { return wcsstr(s, part); }

wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict set, wchar_t **restrict rest)
{
	if (s == 0)
		s = *rest;
	if (s == 0)
		return 0;
	s += wcsspn(s, set);
	if (*s == 0) {
		*rest = 0;
		return 0;
	}
	wchar_t *end = s + wcscspn(s, set);
	*rest = *end == 0 ? 0 : end + 1;
	*end = 0;
	return s;
}

/* A number of a wide string is that of the narrow string of its characters of ASCII. */
static char *__tuffy_narrow(const wchar_t **s, char *buffer, size_t size)
{
	const wchar_t *p = *s;
	while (iswspace(*p))
		p++;
	size_t n = 0;
	while (p[n] > 32 && p[n] < 127)
		n++;
	if (n >= size && (buffer = malloc(n + 1)) == 0)
		return 0;
	for (size_t i = 0; i < n; i++)
		buffer[i] = p[i];
	buffer[n] = 0;
	*s = p;
	return buffer;
}

/* Where the number ends: at the start if there is none. */
static void __tuffy_behind(wchar_t **end, const wchar_t *start, const wchar_t *p, const char *text, const char *behind)
{
	if (end != 0)
		*end = (wchar_t *)(behind == text ? start : p + (behind - text));
}

#define NUMBER(type, name, narrow, parameters, arguments) \
	type name(const wchar_t *restrict s, wchar_t **restrict end parameters) \
	{ \
		const wchar_t *p = s; \
		char buffer[64], *text = __tuffy_narrow(&p, buffer, sizeof buffer), *behind = text; \
		type v = 0; \
		if (text != 0) \
			v = narrow(text, &behind arguments); \
		__tuffy_behind(end, s, p, text, behind); \
		if (text != buffer) \
			free(text); \
		return v; \
	}
#define BASE_PARAMETER , int base
#define BASE , base
#define NOTHING

NUMBER(long, wcstol, strtol, BASE_PARAMETER, BASE)
NUMBER(long long, wcstoll, strtoll, BASE_PARAMETER, BASE)
NUMBER(unsigned long, wcstoul, strtoul, BASE_PARAMETER, BASE)
NUMBER(unsigned long long, wcstoull, strtoull, BASE_PARAMETER, BASE)
NUMBER(intmax_t, wcstoimax, strtol, BASE_PARAMETER, BASE)
NUMBER(uintmax_t, wcstoumax, strtoul, BASE_PARAMETER, BASE)
NUMBER(double, wcstod, strtod, NOTHING, NOTHING)
NUMBER(float, wcstof, strtof, NOTHING, NOTHING)

#define CLASS(name, narrow) \
	int(name)(wint_t c) { return c < 128 && narrow(c); }

CLASS(iswalnum, isalnum)
CLASS(iswalpha, isalpha)
CLASS(iswblank, isblank)
CLASS(iswcntrl, iscntrl)
CLASS(iswdigit, isdigit)
CLASS(iswgraph, isgraph)
CLASS(iswlower, islower)
CLASS(iswprint, isprint)
CLASS(iswpunct, ispunct)
CLASS(iswspace, isspace)
CLASS(iswupper, isupper)
CLASS(iswxdigit, isxdigit)

wint_t towlower(wint_t c) { return c - 'A' < 26 ? c + 32 : c; }
wint_t towupper(wint_t c) { return c - 'a' < 26 ? c - 32 : c; }

/* Classes are numbers from 1 in this order. */
static const char __tuffy_classes[12][8] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"};

wctype_t wctype(const char *name)
{
	for (int i = 0; i < 12; i++)
		if (strcmp(name, __tuffy_classes[i]) == 0)
			return i + 1;
	return 0;
}

int iswctype(wint_t c, wctype_t class)
{
	switch (class) {
	case 1: return iswalnum(c);
	case 2: return iswalpha(c);
	case 3: return iswblank(c);
	case 4: return iswcntrl(c);
	case 5: return (iswdigit)(c);
	case 6: return iswgraph(c);
	case 7: return iswlower(c);
	case 8: return iswprint(c);
	case 9: return iswpunct(c);
	case 10: return iswspace(c);
	case 11: return iswupper(c);
	case 12: return iswxdigit(c);
	}
	return 0;
}

wctrans_t wctrans(const char *name)
{
	return (wctrans_t)(strcmp(name, "tolower") == 0 ? 1ul : strcmp(name, "toupper") == 0 ? 2ul : 0ul);
}

wint_t towctrans(wint_t c, wctrans_t how)
{
	switch ((unsigned long)how) {
	case 1: return towlower(c);
	case 2: return towupper(c);
	}
	errno = EINVAL;
	return c;
}
