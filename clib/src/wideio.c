/* Input and output of wide characters (C11 7.29.2, 7.29.3): those that the locale has bytes for. Byte and wide functions may be mixed on a
   stream. */

#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* Where what is printed goes: to a stream by way of some bytes, or to an array. */
struct sink {
	FILE *stream;
	char bytes[256];
	size_t waiting;
	wchar_t *to;
	size_t room, count;
	int failed;
};

static void __tuffy_drain(struct sink *o)
{
	if (o->waiting > 0 && fwrite(o->bytes, 1, o->waiting, o->stream) != o->waiting)
		o->failed = 1;
	o->waiting = 0;
}

static void __tuffy_put_wide(struct sink *o, wchar_t c)
{
	if (o->failed)
		return;
	if (o->stream != 0) {
		if (o->waiting > sizeof o->bytes - 4)
			__tuffy_drain(o);
		size_t n = wcrtomb(o->bytes + o->waiting, c, 0);
		if (n == -1ul)
			o->failed = 1;
		else
			o->waiting += n;
	} else if (o->count + 1 < o->room)
		o->to[o->count] = c;
	else
		o->failed = 1;
	o->count++;
}

static void __tuffy_repeat_wide(struct sink *o, wchar_t c, long n)
{
	for (; n > 0; n--)
		__tuffy_put_wide(o, c);
}

/* A directive: what of it is text for snprintf, and how many stars. */
struct directive {
	char text[48];
	int size, minus, width, precision, length;
};

static void __tuffy_add(struct directive *d, char c)
{
	if (d->size < 40)
		d->text[d->size++] = c;
}

/* Characters of a precision at most, a wide string or a multibyte one, in a field. */
static void __tuffy_put_string(struct sink *o, struct directive *d, const wchar_t *wide, const char *narrow)
{
	mbstate_t state = {0};
	const char *s = narrow;
	wchar_t c;
	long n = 0;
	if (wide != 0)
		while ((d->precision < 0 || n < d->precision) && wide[n] != 0)
			n++;
	else
		for (; d->precision < 0 || n < d->precision; n++) {
			size_t size = mbrtowc(&c, s, 4, &state);
			if (size == 0 || size > 4) {
				o->failed |= size != 0;
				break;
			}
			s += size;
		}
	if (!d->minus)
		__tuffy_repeat_wide(o, ' ', d->width - n);
	for (long i = 0; i < n; i++) {
		if (wide != 0)
			c = wide[i];
		else
			narrow += mbrtowc(&c, narrow, 4, &state);
		__tuffy_put_wide(o, c);
	}
	if (d->minus)
		__tuffy_repeat_wide(o, ' ', d->width - n);
}

static void __tuffy_put_character(struct sink *o, struct directive *d, wint_t c)
{
	if (!d->minus)
		__tuffy_repeat_wide(o, ' ', d->width - 1);
	if (c == WEOF)
		o->failed = 1;
	__tuffy_put_wide(o, c);
	if (d->minus)
		__tuffy_repeat_wide(o, ' ', d->width - 1);
}

/* The text that snprintf makes of a number. */
#define PUT_NUMBER(o, d, value) \
	do { \
		char buffer[128], *text = buffer; \
		int n = snprintf(buffer, sizeof buffer, d->text, value); \
		if (n >= (int)sizeof buffer && (text = malloc(n + 1)) != 0) \
			snprintf(text, n + 1, d->text, value); \
		for (int i = 0; text != 0 && i < n; i++) \
			__tuffy_put_wide(o, text[i]); \
		if (text != buffer) \
			free(text); \
	} while (0)

enum { NO_LENGTH, CHAR, SHORT, LONG, LONG_LONG, LONG_DOUBLE };

static const wchar_t *__tuffy_read_length(const wchar_t *f, struct directive *d)
{
	d->length = NO_LENGTH;
	switch (*f) {
	case 'h':
		d->length = f[1] == 'h' ? CHAR : SHORT;
		return f + 1 + (f[1] == 'h');
	case 'l':
		d->length = f[1] == 'l' ? LONG_LONG : LONG;
		return f + 1 + (f[1] == 'l');
	case 'j':
	case 'z':
	case 't':
		d->length = LONG;
		return f + 1;
	case 'L':
		d->length = LONG_DOUBLE;
		return f + 1;
	}
	return f;
}

static void __tuffy_wide_integer(struct sink *o, struct directive *d, int is_signed, unsigned long v)
{
	switch (d->length) {
	case NO_LENGTH: v = is_signed ? (unsigned long)(int)v : (unsigned)v; break;
	case CHAR: v = is_signed ? (unsigned long)(signed char)v : (unsigned char)v; break;
	case SHORT: v = is_signed ? (unsigned long)(short)v : (unsigned short)v; break;
	}
	if (is_signed)
		PUT_NUMBER(o, d, (long)v);
	else
		PUT_NUMBER(o, d, v);
}

static void __tuffy_finish_directive(struct directive *d, const char *length, char c)
{
	while (*length != 0)
		d->text[d->size++] = *length++;
	d->text[d->size++] = c;
	d->text[d->size] = 0;
}

static int __tuffy_print_wide(struct sink *o, const wchar_t *f, va_list list)
{
	while (*f != 0) {
		if (*f != '%') {
			__tuffy_put_wide(o, *f++);
			continue;
		}
		struct directive directive = {"%", 1, 0, 0, -1, 0}, *d = &directive;
		for (f++; *f != 0 && wcschr(L"-+ #0", *f) != 0; f++) {
			d->minus |= *f == '-';
			__tuffy_add(d, *f);
		}
		if (*f == '*') {
			d->width = va_arg(list, int);
			if (d->width < 0) {
				d->width = -d->width;
				if (!d->minus)
					__tuffy_add(d, '-');
				d->minus = 1;
			}
			f++;
		} else
			for (; *f >= '0' && *f <= '9'; f++)
				d->width = 10 * d->width + (*f - '0');
		if (d->width > 0)
			d->size += snprintf(d->text + d->size, 12, "%d", d->width);
		if (*f == '.') {
			d->precision = 0;
			if (*++f == '*') {
				d->precision = va_arg(list, int);
				f++;
			} else
				for (; *f >= '0' && *f <= '9'; f++)
					d->precision = 10 * d->precision + (*f - '0');
			if (d->precision >= 0)
				d->size += snprintf(d->text + d->size, 13, ".%d", d->precision);
		}
		f = __tuffy_read_length(f, d);
		wchar_t c = *f++;
		switch (c) {
		case 'd':
		case 'i':
		case 'u':
		case 'o':
		case 'x':
		case 'X':
			__tuffy_finish_directive(d, "l", c);
			if (d->length == LONG || d->length == LONG_LONG)
				__tuffy_wide_integer(o, d, c == 'd' || c == 'i', va_arg(list, unsigned long));
			else
				__tuffy_wide_integer(o, d, c == 'd' || c == 'i', va_arg(list, unsigned));
			break;
		case 'e':
		case 'E':
		case 'f':
		case 'F':
		case 'g':
		case 'G':
		case 'a':
		case 'A':
			if (d->length == LONG_DOUBLE) {
				__tuffy_finish_directive(d, "L", c);
				PUT_NUMBER(o, d, va_arg(list, long double));
			} else {
				__tuffy_finish_directive(d, "", c);
				PUT_NUMBER(o, d, va_arg(list, double));
			}
			break;
		case 'p':
			__tuffy_finish_directive(d, "", c);
			PUT_NUMBER(o, d, va_arg(list, void *));
			break;
		case 'c':
			__tuffy_put_character(o, d, d->length == LONG ? va_arg(list, wint_t) : btowc((unsigned char)va_arg(list, int)));
			break;
		case 's':
			if (d->length == LONG)
				__tuffy_put_string(o, d, va_arg(list, const wchar_t *), 0);
			else
				__tuffy_put_string(o, d, 0, va_arg(list, const char *));
			break;
		case '%':
			__tuffy_put_wide(o, '%');
			break;
		default:
			o->failed = 1;
			return -1;
		}
	}
	if (o->stream != 0)
		__tuffy_drain(o);
	return o->failed ? -1 : (int)o->count;
}

int vfwprintf(FILE *restrict stream, const wchar_t *restrict format, va_list list)
{
	struct sink o = {.stream = stream};
	return __tuffy_print_wide(&o, format, list);
}

int vwprintf(const wchar_t *restrict format, va_list list) { return vfwprintf(stdout, format, list); }

/* The array has its zero, and the result is -1, where it is too small. */
int vswprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict format, va_list list)
{
	struct sink o = {.to = to, .room = size};
	int n = __tuffy_print_wide(&o, format, list);
	if (size > 0)
		to[o.count < size ? o.count : size - 1] = 0;
	return n;
}

#define VARIADIC(call) \
	va_list list; \
	va_start(list, format); \
	int n = call; \
	va_end(list); \
	return n

int fwprintf(FILE *restrict stream, const wchar_t *restrict format, ...) { VARIADIC(vfwprintf(stream, format, list)); }
int wprintf(const wchar_t *restrict format, ...) { VARIADIC(vwprintf(format, list)); }
int swprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict format, ...) { VARIADIC(vswprintf(to, size, format, list)); }

wint_t fputwc(wchar_t c, FILE *stream)
{
	char bytes[4];
	size_t n = wcrtomb(bytes, c, 0);
	return n == -1ul || fwrite(bytes, 1, n, stream) != n ? WEOF : c;
}

wint_t putwc(wchar_t c, FILE *stream) { return fputwc(c, stream); }
wint_t putwchar(wchar_t c) { return fputwc(c, stdout); }

int fputws(const wchar_t *restrict s, FILE *restrict stream)
{
	struct sink o = {.stream = stream};
	for (; *s != 0; s++)
		__tuffy_put_wide(&o, *s);
	__tuffy_drain(&o);
	return o.failed ? -1 : 1;
}

/* The next character; wrong says whether there is none since the bytes are none. */
static wint_t __tuffy_get_wide(FILE *stream, int *wrong)
{
	mbstate_t state = {0};
	*wrong = 0;
	for (;;) {
		int c = fgetc(stream);
		char byte = c;
		wchar_t to;
		size_t n = c == EOF ? -1ul : mbrtowc(&to, &byte, 1, &state);
		if (n == -1ul) {
			*wrong = c != EOF;
			return WEOF;
		}
		if (n != -2ul)
			return to;
	}
}

wint_t fgetwc(FILE *stream)
{
	int wrong;
	return __tuffy_get_wide(stream, &wrong);
}

wint_t getwc(FILE *stream) { return fgetwc(stream); }
wint_t getwchar(void) { return fgetwc(stdin); }

wchar_t *fgetws(wchar_t *restrict to, int n, FILE *restrict stream)
{
	int i = 0, wrong = 0;
	while (i < n - 1) {
		wint_t c = __tuffy_get_wide(stream, &wrong);
		if (c == WEOF)
			break;
		to[i++] = c;
		if (c == '\n')
			break;
	}
	if (i == 0 || wrong)
		return 0;
	to[i] = 0;
	return to;
}

/* One byte can be put back, and so a character that is one byte. */
wint_t ungetwc(wint_t c, FILE *stream)
{
	int byte = wctob(c);
	return byte == EOF || ungetc(byte, stream) == EOF ? WEOF : c;
}
