/* Input by wide formats (C11 7.29.2), on the functions for multibyte ones: a width and %n count bytes, which are as many as the
   characters of ASCII. */

#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

/* The text of a wide string in UTF-8, which free takes. */
static char *__tuffy_bytes_of(const wchar_t *s)
{
	unsigned char *text = malloc(4 * wcslen(s) + 1), *to = text;
	if (text == 0)
		return 0;
	for (; *s != 0; s++) {
		unsigned c = *s;
		if (c < 0x80)
			*to++ = c;
		else if (c < 0x800)
			*to++ = 0xc0 | c >> 6, *to++ = 0x80 | c & 63;
		else if (c < 0x10000)
			*to++ = 0xe0 | c >> 12, *to++ = 0x80 | c >> 6 & 63, *to++ = 0x80 | c & 63;
		else
			*to++ = 0xf0 | c >> 18 & 7, *to++ = 0x80 | c >> 12 & 63, *to++ = 0x80 | c >> 6 & 63, *to++ = 0x80 | c & 63;
	}
	*to = 0;
	return (char *)text;
}

int vfwscanf(FILE *restrict stream, const wchar_t *restrict format, va_list list)
{
	char *f = __tuffy_bytes_of(format);
	if (f == 0)
		return EOF;
	int n = vfscanf(stream, f, list);
	free(f);
	return n;
}

int vwscanf(const wchar_t *restrict format, va_list list) { return vfwscanf(stdin, format, list); }

int vswscanf(const wchar_t *restrict s, const wchar_t *restrict format, va_list list)
{
	char *text = __tuffy_bytes_of(s), *f = __tuffy_bytes_of(format);
	int n = text == 0 || f == 0 ? EOF : vsscanf(text, f, list);
	free(text);
	free(f);
	return n;
}

#define VARIADIC(call) \
	va_list list; \
	va_start(list, format); \
	int n = call; \
	va_end(list); \
	return n

int fwscanf(FILE *restrict stream, const wchar_t *restrict format, ...) { VARIADIC(vfwscanf(stream, format, list)); }
int wscanf(const wchar_t *restrict format, ...) { VARIADIC(vwscanf(format, list)); }
int swscanf(const wchar_t *restrict s, const wchar_t *restrict format, ...) { VARIADIC(vswscanf(s, format, list)); }
