/* printf and its like (C11 7.21.6). Of wide characters those of ASCII: the locale is that of C. */

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "system.h"

/* Where what is printed goes: nowhere, as it is counted, to a descriptor by way of the bytes, or to memory with room. */
struct sink {
	enum { COUNT, WRITE, FILL } mode;
	int descriptor;
	char *to;
	size_t room, count, waiting;
	char bytes[256];
};

static void __tuffy_flush(struct sink *o)
{
	if (o->mode == WRITE && o->waiting > 0)
		__tuffy_write(o->descriptor, o->bytes, o->waiting);
	o->waiting = 0;
}

static void __tuffy_put(struct sink *o, char c)
{
	if (o->mode == WRITE) {
		if (o->waiting == sizeof o->bytes)
			__tuffy_flush(o);
		o->bytes[o->waiting++] = c;
	} else if (o->mode == FILL && o->count < o->room)
		o->to[o->count] = c;
	o->count++;
}

static void __tuffy_repeat(struct sink *o, char c, long n)
{
	if (o->mode == COUNT && n > 0)
		o->count += n;
	else
		for (; n > 0; n--)
			__tuffy_put(o, c);
}

static void __tuffy_put_all(struct sink *o, const char *s, size_t n)
{
	if (o->mode == COUNT)
		o->count += n;
	else
		for (; n > 0; n--)
			__tuffy_put(o, *s++);
}

/* A directive: flags, width, precision (-1 of none), the bytes of the argument (16 of a long double), the conversion. */
struct directive {
	int minus, plus, space, alternative, zero;
	long width, precision;
	int bytes;
	char verb;
};

/* A field: spaces, a sign or prefix, zeros, and the text. */
static void __tuffy_field(struct sink *o, const struct directive *d, const char *prefix, long zeros, const char *text, size_t n)
{
	size_t before = strlen(prefix);
	long fill = d->width - (long)(before + n) - zeros;
	if (!d->minus)
		__tuffy_repeat(o, ' ', fill);
	__tuffy_put_all(o, prefix, before);
	__tuffy_repeat(o, '0', zeros);
	__tuffy_put_all(o, text, n);
	if (d->minus)
		__tuffy_repeat(o, ' ', fill);
}

/* Zeros instead of spaces before a number of n characters with its prefix. */
static long __tuffy_zeros(const struct directive *d, size_t n)
{
	return d->zero && !d->minus && d->width > (long)n ? d->width - (long)n : 0;
}

static const char *__tuffy_sign(const struct directive *d, int negative)
{
	return negative ? "-" : d->plus ? "+" : d->space ? " " : "";
}

static void __tuffy_put_integer(struct sink *o, const struct directive *d, uint64_t v)
{
	char text[24], *p = text + sizeof text;
	const char *prefix = "";
	unsigned base = 10;
	if (d->verb == 'd' || d->verb == 'i') {
		int64_t s = d->bytes == 1 ? (int8_t)v : d->bytes == 2 ? (int16_t)v : d->bytes == 4 ? (int32_t)v : (int64_t)v;
		prefix = __tuffy_sign(d, s < 0);
		v = s < 0 ? -(uint64_t)s : (uint64_t)s;
	} else {
		v = d->bytes == 1 ? (uint8_t)v : d->bytes == 2 ? (uint16_t)v : d->bytes == 4 ? (uint32_t)v : v;
		if (d->verb != 'u')
			base = d->verb == 'o' ? 8 : 16;
		if (d->alternative && base == 16 && v != 0)
			prefix = d->verb == 'x' ? "0x" : "0X";
	}
	const char *digits = d->verb == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
	uint64_t rest = v;
	if (base == 10)
		for (; rest != 0; rest /= 10)
			*--p = digits[rest % 10];
	else
		for (int shift = base == 8 ? 3 : 4; rest != 0; rest >>= shift)
			*--p = digits[rest & (base - 1)];
	size_t n = text + sizeof text - p;
	long zeros = 0;
	if (d->precision >= 0)
		zeros = d->precision > (long)n ? d->precision - (long)n : 0;
	else {
		if (n == 0)
			zeros = 1;
		long fill = __tuffy_zeros(d, strlen(prefix) + n);
		zeros = fill > zeros ? fill : zeros;
	}
	if (d->alternative && base == 8 && zeros == 0)
		zeros = 1;
	__tuffy_field(o, d, prefix, zeros, p, n);
}

/* A decimal number: n digits without zeros at their start, and how many of them stand before the point. */
enum { LIMBS = 1300, DIGITS = 9 * LIMBS };
struct decimal {
	int n, point;
	char digits[DIGITS];
};

/* All digits of m * 2^e. Limbs have nine digits; a fraction is as many powers of five as it is of two, and of ten below that. */
static void __tuffy_expand(struct decimal *x, uint64_t m, int e)
{
	uint32_t limbs[LIMBS];
	int n = 0;
	x->n = x->point = 0;
	if (m == 0)
		return;
	for (; m != 0; m /= 1000000000)
		limbs[n++] = m % 1000000000;
	int down = e < 0 ? -e : 0;
	for (int left = e < 0 ? -e : e; left > 0;) {
		uint64_t factor = 1, carry = 0;
		int step = e < 0 ? 12 : 29, k = left < step ? left : step;
		for (int i = 0; i < k; i++)
			factor *= e < 0 ? 5 : 2;
		left -= k;
		for (int i = 0; i < n; i++) {
			carry += limbs[i] * factor;
			limbs[i] = carry % 1000000000;
			carry /= 1000000000;
		}
		if (carry != 0)
			limbs[n++] = carry;
	}
	for (int i = n - 1; i >= 0; i--) {
		uint32_t v = limbs[i];
		for (uint32_t unit = 100000000; unit != 0; unit /= 10) {
			char digit = v / unit % 10;
			if (x->n > 0 || digit != 0)
				x->digits[x->n++] = digit;
		}
	}
	x->point = x->n - down;
	while (x->n > 0 && x->digits[x->n - 1] == 0)
		x->n--;
}

/* At most keep digits, the nearest, of two the even one. */
static void __tuffy_round(struct decimal *x, long keep)
{
	if (keep >= x->n)
		return;
	if (keep < 0) {
		x->n = 0;
		return;
	}
	int up = x->digits[keep] > 5 || x->digits[keep] == 5 && (x->n > keep + 1 || keep > 0 && x->digits[keep - 1] % 2 == 1);
	x->n = keep;
	while (up && x->n > 0 && x->digits[x->n - 1] == 9)
		x->n--;
	if (up && x->n == 0) {
		x->digits[x->n++] = 1;
		x->point++;
	} else if (up)
		x->digits[x->n - 1]++;
	while (x->n > 0 && x->digits[x->n - 1] == 0)
		x->n--;
}

/* Digits from one place to another, zeros beyond those that there are. */
static void __tuffy_put_digits(struct sink *o, const struct decimal *x, long from, long to)
{
	if (o->mode == COUNT) {
		o->count += to > from ? to - from : 0;
		return;
	}
	for (; from < to; from++)
		__tuffy_put(o, from >= 0 && from < x->n ? '0' + x->digits[from] : '0');
}

static void __tuffy_put_decimal(struct sink *o, struct directive *d, struct decimal *x, int negative)
{
	char verb = d->verb | 32;
	long precision = d->precision < 0 ? 6 : d->precision;
	int style = verb, strip = 0;
	if (verb == 'g') {
		precision = precision == 0 ? 1 : precision;
		__tuffy_round(x, precision);
		long exponent = x->n == 0 ? 0 : x->point - 1;
		style = exponent < -4 || exponent >= precision ? 'e' : 'f';
		precision -= style == 'e' ? 1 : exponent + 1;
		strip = !d->alternative;
	} else
		__tuffy_round(x, verb == 'e' ? precision + 1 : x->point + precision);
	if (x->n == 0)
		x->point = style == 'e' ? 1 : 0;
	long point = style == 'e' ? 1 : x->point;
	if (strip && precision > x->n - point)
		precision = x->n > point ? x->n - point : 0;
	char exponent[8];
	int letters = 0;
	if (style == 'e') {
		int e = x->point - 1, size = e < 0 ? -e : e;
		exponent[letters++] = d->verb & 32 ? 'e' : 'E';
		exponent[letters++] = e < 0 ? '-' : '+';
		for (int unit = size >= 1000 ? 1000 : size >= 100 ? 100 : 10; unit > 0; unit /= 10)
			exponent[letters++] = '0' + size / unit % 10;
	}
	long whole = point > 0 ? point : 1, dot = precision > 0 || d->alternative;
	const char *sign = __tuffy_sign(d, negative);
	size_t all = strlen(sign) + whole + dot + precision + letters;
	long zeros = __tuffy_zeros(d, all), fill = d->width - (long)all - zeros;
	if (!d->minus)
		__tuffy_repeat(o, ' ', fill);
	__tuffy_put_all(o, sign, strlen(sign));
	__tuffy_repeat(o, '0', zeros);
	__tuffy_put_digits(o, x, point - whole, point);
	if (dot)
		__tuffy_put(o, '.');
	__tuffy_put_digits(o, x, point, point + precision);
	__tuffy_put_all(o, exponent, letters);
	if (d->minus)
		__tuffy_repeat(o, ' ', fill);
}

/* A double, or a long double whose highest bit of the significand is set where it is normal. */
static void __tuffy_put_float(struct sink *o, struct directive *d, uint64_t m, int biased, int negative, int least)
{
	int infinite = biased == 0x7fff;
	if (infinite) {
		const char *text = m << 1 != 0 ? "nan" : "inf";
		char upper[4] = {text[0] - 32, text[1] - 32, text[2] - 32};
		__tuffy_field(o, d, __tuffy_sign(d, negative), 0, d->verb & 32 ? text : upper, 3);
		return;
	}
	struct decimal x;
	while (m != 0 && m % 2 == 0) {
		m /= 2;
		least++;
	}
	__tuffy_expand(&x, m, least);
	__tuffy_put_decimal(o, d, &x, negative);
}

static void __tuffy_put_double(struct sink *o, struct directive *d, double v)
{
	uint64_t b;
	memcpy(&b, &v, 8);
	int biased = b >> 52 & 0x7ff;
	uint64_t m = b & 0xfffffffffffff;
	if (biased == 0x7ff)
		__tuffy_put_float(o, d, m, 0x7fff, b >> 63, 0);
	else
		__tuffy_put_float(o, d, biased == 0 ? m : m | 1ul << 52, 0, b >> 63, (biased == 0 ? 1 : biased) - 1075);
}

static void __tuffy_put_long_double(struct sink *o, struct directive *d, long double v)
{
	struct {
		uint64_t m;
		uint16_t top;
	} b;
	memcpy(&b, &v, 10);
	int biased = b.top & 0x7fff;
	__tuffy_put_float(o, d, b.m, biased, b.top >> 15, (biased == 0 ? 1 : biased) - 16446);
}

/* A width or precision; beyond 65536 the result is out of range. */
enum { MOST = 65536 };

static const char *__tuffy_read_number(const char *f, long *n)
{
	for (*n = 0; *f >= '0' && *f <= '9'; f++)
		if (*n <= MOST)
			*n = 10 * *n + (*f - '0');
	return f;
}

static const char *__tuffy_length_of(const char *f, int *bytes)
{
	*bytes = 4;
	switch (*f) {
	case 'h':
		*bytes = f[1] == 'h' ? 1 : 2;
		return f + 1 + (f[1] == 'h');
	case 'l':
		*bytes = 8;
		return f + 1 + (f[1] == 'l');
	case 'j':
	case 'z':
	case 't':
		*bytes = 8;
		return f + 1;
	case 'L':
		*bytes = 16;
		return f + 1;
	}
	return f;
}

/* The text between the flags and the length, whose arguments are taken; 0 where a number is out of range. */
static const char *__tuffy_read_flags(const char *f, struct directive *d, va_list *list)
{
	for (;; f++) {
		switch (*f) {
		case '-': d->minus = 1; continue;
		case '+': d->plus = 1; continue;
		case ' ': d->space = 1; continue;
		case '#': d->alternative = 1; continue;
		case '0': d->zero = 1; continue;
		}
		break;
	}
	if (*f == '*') {
		d->width = va_arg(*list, int);
		f++;
		if (d->width < 0) {
			d->minus = 1;
			d->width = -d->width;
		}
	} else
		f = __tuffy_read_number(f, &d->width);
	d->precision = -1;
	if (*f == '.') {
		if (*++f == '*') {
			d->precision = va_arg(*list, int);
			f++;
			if (d->precision < -MOST)
				return 0;
			d->precision = d->precision < -1 ? -1 : d->precision;
		} else
			f = __tuffy_read_number(f, &d->precision);
	}
	return d->width > MOST || d->precision > MOST ? 0 : f;
}

static void __tuffy_put_text(struct sink *o, const struct directive *d, const char *s)
{
	__tuffy_field(o, d, "", 0, s, d->precision < 0 ? strlen(s) : strnlen(s, d->precision));
}

/* Whether the locale lacks a character of the string. */
static int __tuffy_put_wide_text(struct sink *o, const struct directive *d, const wchar_t *s)
{
	size_t n = 0;
	while ((d->precision < 0 || (long)n < d->precision) && s[n] != 0)
		if ((unsigned)s[n++] > 127)
			return 1;
	if (!d->minus)
		__tuffy_repeat(o, ' ', d->width - (long)n);
	for (size_t i = 0; i < n; i++)
		__tuffy_put(o, s[i]);
	if (d->minus)
		__tuffy_repeat(o, ' ', d->width - (long)n);
	return 0;
}

static void __tuffy_store_count(const struct directive *d, void *to, size_t n)
{
	switch (d->bytes) {
	case 1: *(signed char *)to = n; break;
	case 2: *(short *)to = n; break;
	case 4: *(int *)to = n; break;
	default: *(long *)to = n;
	}
}

enum { HEX_DIGITS = 15, HEX_BITS = 4 * HEX_DIGITS };

/* A number in hexadecimal (7.21.6.1p8): the digit before the point, those behind it, and the power of 2. */
static void __tuffy_put_hex(struct sink *o, const struct directive *d, int negative, unsigned lead, uint64_t fraction, int exponent)
{
	const char *digits = d->verb == 'A' ? "0123456789ABCDEF" : "0123456789abcdef";
	long n = HEX_DIGITS, more = d->precision > n ? d->precision - n : 0;
	uint64_t v = (uint64_t)lead << HEX_BITS | fraction;
	if (d->precision >= 0 && d->precision < n) {
		n = d->precision;
		uint64_t unit = (uint64_t)1 << (HEX_BITS - 4 * n), below = v & (unit - 1);
		v -= below;
		if (below > unit / 2 || below == unit / 2 && (v / unit & 1) != 0) {
			v += unit;
			if (v == 0) {
				v = (uint64_t)1 << HEX_BITS;
				exponent += 4;
			}
		}
	} else if (d->precision < 0)
		while (n > 0 && (v >> (HEX_BITS - 4 * n) & 15) == 0)
			n--;
	char text[HEX_DIGITS + 2], power[8], *p = text, *q = power + sizeof power;
	*p++ = digits[v >> HEX_BITS];
	if (n > 0 || d->alternative)
		*p++ = '.';
	for (long i = 1; i <= n; i++)
		*p++ = digits[v >> (HEX_BITS - 4 * i) & 15];
	unsigned e = exponent < 0 ? -exponent : exponent;
	do
		*--q = '0' + e % 10;
	while ((e /= 10) != 0);
	*--q = exponent < 0 ? '-' : '+';
	*--q = d->verb == 'A' ? 'P' : 'p';
	const char *sign = __tuffy_sign(d, negative);
	long fill = d->width - (long)strlen(sign) - 2 - (p - text) - more - (power + sizeof power - q);
	if (!d->minus && !d->zero)
		__tuffy_repeat(o, ' ', fill);
	__tuffy_put_all(o, sign, strlen(sign));
	__tuffy_put_all(o, d->verb == 'A' ? "0X" : "0x", 2);
	if (!d->minus && d->zero)
		__tuffy_repeat(o, '0', fill);
	__tuffy_put_all(o, text, p - text);
	__tuffy_repeat(o, '0', more);
	__tuffy_put_all(o, q, power + sizeof power - q);
	if (d->minus)
		__tuffy_repeat(o, ' ', fill);
}

static void __tuffy_put_hex_double(struct sink *o, const struct directive *d, double v)
{
	union { double v; uint64_t bits; } x = {v};
	int e = x.bits >> 52 & 0x7ff;
	uint64_t fraction = (x.bits & (((uint64_t)1 << 52) - 1)) << (HEX_BITS - 52);
	if (e == 0x7ff)
		__tuffy_put_double(o, d, v);
	else
		__tuffy_put_hex(o, d, x.bits >> 63, e != 0, fraction, e != 0 ? e - 1023 : fraction != 0 ? -1022 : 0);
}

static void __tuffy_put_hex_long_double(struct sink *o, const struct directive *d, long double v)
{
	union { long double v; struct { uint64_t digits; uint16_t power; } bits; } x = {v};
	int e = x.bits.power & 0x7fff;
	uint64_t m = x.bits.digits;
	if (e == 0x7fff)
		__tuffy_put_long_double(o, d, v);
	else
		__tuffy_put_hex(o, d, x.bits.power >> 15, m >> HEX_BITS, m & (((uint64_t)1 << HEX_BITS) - 1), m != 0 ? (e != 0 ? e : 1) - 16383 - 3 : 0);
}

/* Whether the format has a number that is out of range or a character that the locale lacks, which ends it. */
static int __tuffy_format(struct sink *o, const char *f, va_list list)
{
	va_list rest;
	va_copy(rest, list);
	int failed = 0;
	while (*f != 0 && !failed) {
		if (*f != '%') {
			__tuffy_put(o, *f++);
			continue;
		}
		struct directive d = {0};
		f = __tuffy_read_flags(f + 1, &d, &rest);
		if (f == 0) {
			failed = 1;
			break;
		}
		f = __tuffy_length_of(f, &d.bytes);
		d.verb = *f;
		if (*f != 0)
			f++;
		switch (d.verb) {
		case '%':
			__tuffy_put(o, '%');
			break;
		case 'd':
		case 'i':
		case 'u':
		case 'o':
		case 'x':
		case 'X':
			__tuffy_put_integer(o, &d, d.bytes == 8 ? va_arg(rest, unsigned long) : va_arg(rest, unsigned));
			break;
		case 'c': {
			unsigned w = va_arg(rest, int);
			char c = w;
			failed = d.bytes == 8 && w > 127;
			__tuffy_field(o, &d, "", 0, &c, 1);
			break;
		}
		case 's':
			if (d.bytes == 8)
				failed = __tuffy_put_wide_text(o, &d, va_arg(rest, const wchar_t *));
			else
				__tuffy_put_text(o, &d, va_arg(rest, const char *));
			break;
		case 'n':
			__tuffy_store_count(&d, va_arg(rest, void *), o->count);
			break;
		case 'a':
		case 'A':
			if (d.bytes == 16)
				__tuffy_put_hex_long_double(o, &d, va_arg(rest, long double));
			else
				__tuffy_put_hex_double(o, &d, va_arg(rest, double));
			break;
		case 'p': {
			void *p = va_arg(rest, void *);
			if (p == 0) {
				__tuffy_field(o, &d, "", 0, "(nil)", 5);
				break;
			}
			d.verb = 'x';
			d.bytes = 8;
			d.alternative = 1;
			d.precision = -1;
			__tuffy_put_integer(o, &d, (uint64_t)p);
			break;
		}
		case 'e':
		case 'E':
		case 'f':
		case 'F':
		case 'g':
		case 'G':
			if (d.bytes == 16)
				__tuffy_put_long_double(o, &d, va_arg(rest, long double));
			else
				__tuffy_put_double(o, &d, va_arg(rest, double));
		}
	}
	va_end(rest);
	return failed;
}

/* Counts, so that nothing is printed of a format that fails, then prints. */
static int __tuffy_print(struct sink *o, const char *f, va_list list)
{
	struct sink counter;
	counter.mode = COUNT;
	counter.count = counter.waiting = 0;
	if (__tuffy_format(&counter, f, list))
		return -1;
	o->count = o->waiting = 0;
	__tuffy_format(o, f, list);
	__tuffy_flush(o);
	return o->count;
}

int vfprintf(FILE *restrict stream, const char *restrict f, va_list list)
{
	struct sink o;
	o.mode = WRITE;
	o.descriptor = (long)stream;
	return __tuffy_print(&o, f, list);
}

int vprintf(const char *restrict f, va_list list) { return vfprintf((FILE *)1, f, list); }

int vsnprintf(char *restrict to, size_t size, const char *restrict f, va_list list)
{
	struct sink o;
	o.mode = FILL;
	o.to = to;
	o.room = size > 0 ? size - 1 : 0;
	int n = __tuffy_print(&o, f, list);
	if (n >= 0 && size > 0)
		to[(size_t)n < o.room ? (size_t)n : o.room] = 0;
	return n;
}

int vsprintf(char *restrict to, const char *restrict f, va_list list) { return vsnprintf(to, 1ul << 62, f, list); }

#define VARIADIC(call) \
	va_list list; \
	va_start(list, f); \
	int n = call; \
	va_end(list); \
	return n

int fprintf(FILE *restrict stream, const char *restrict f, ...) { VARIADIC(vfprintf(stream, f, list)); }
int printf(const char *restrict f, ...) { VARIADIC(vprintf(f, list)); }
int snprintf(char *restrict to, size_t size, const char *restrict f, ...) { VARIADIC(vsnprintf(to, size, f, list)); }
int sprintf(char *restrict to, const char *restrict f, ...) { VARIADIC(vsprintf(to, f, list)); }
