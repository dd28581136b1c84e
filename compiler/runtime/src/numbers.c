/* Integers in texts (C11 7.22.1) and integer arithmetic (C11 7.22.6, POSIX ffs). */

#include <errno.h>
#include <stdlib.h>
#include <strings.h>

static unsigned __tuffy_digit_of(unsigned char c)
{
	unsigned digit = c - '0', letter = (c | 32) - 'a';
	return digit < 10 ? digit : letter < 26 ? letter + 10 : 99;
}

/* The magnitude of a number as far as one may go on, at most the limit, which depends on its sign; more is an error. Of 0x without a
   digit the 0 is a number. */
static unsigned long __tuffy_strto(const char *s, char **end, unsigned base, unsigned long most, unsigned long least, int *negative)
{
	const char *p = s, *behind = s;
	unsigned long v = 0;
	while (*p == ' ' || (unsigned char)(*p - '\t') < 5)
		p++;
	*negative = *p == '-';
	if (*p == '-' || *p == '+')
		p++;
	if (*p == '0') {
		behind = ++p;
		if ((base == 0 || base == 16) && (*p | 32) == 'x') {
			base = 16;
			p++;
		} else if (base == 0)
			base = 8;
	}
	if (base == 0)
		base = 10;
	unsigned long limit = *negative ? least : most;
	int over = 0;
	for (unsigned d; (d = __tuffy_digit_of(*p)) < base; behind = ++p) {
		/* The product has 72 bits at most. */
		__uint128_t next = (__uint128_t)v * base + d;
		if (next > limit)
			over = 1;
		v = over ? limit : (unsigned long)next;
	}
	if (over)
		errno = ERANGE;
	if (end != 0)
		*end = (char *)behind;
	if (over && *negative && least == most)
		*negative = 0;
	return v;
}

long strtol(const char *restrict s, char **restrict end, int base)
{
	int negative;
	unsigned long v = __tuffy_strto(s, end, base, 0x7fffffffffffffff, 0x8000000000000000, &negative);
	return negative ? (long)-v : (long)v;
}

/* A negative number wraps around; one that is too large has the greatest result whatever its sign. */
unsigned long strtoul(const char *restrict s, char **restrict end, int base)
{
	int negative;
	unsigned long v = __tuffy_strto(s, end, base, -1ul, -1ul, &negative);
	return negative ? -v : v;
}

long long strtoll(const char *restrict s, char **restrict end, int base) { return strtol(s, end, base); }
unsigned long long strtoull(const char *restrict s, char **restrict end, int base) { return strtoul(s, end, base); }
long atol(const char *s) { return strtol(s, 0, 10); }
long long atoll(const char *s) { return strtol(s, 0, 10); }
int atoi(const char *s) { return strtol(s, 0, 10); }

int abs(int v) { return v < 0 ? -v : v; }
long labs(long v) { return v < 0 ? -v : v; }
long long llabs(long long v) { return v < 0 ? -v : v; }

int ffs(int v) { return v == 0 ? 0 : __builtin_ctz(v) + 1; }
int ffsl(long v) { return v == 0 ? 0 : __builtin_ctzl(v) + 1; }
int ffsll(long long v) { return v == 0 ? 0 : __builtin_ctzll(v) + 1; }

/* Whether the last float that was read is out of range: an infinity, or less than the least normal number and rounded. */
unsigned char __tuffy_beyond;

/* Notes that of m * 2^e, which was rounded to x. */
void __tuffy_range(unsigned long high, unsigned long low, int e, double x, int single)
{
	__uint128_t m = (__uint128_t)high << 64 | low;
	int least = single ? -149 : -1074;
	if (x > (single ? 0x1.fffffep127 : 0x1.fffffffffffffp1023))
		__tuffy_beyond = 1;
	/* What is below the last place of such a number was rounded. */
	if (x < (single ? 0x1p-126 : 0x1p-1022) && e < least && (e <= least - 128 || m << (128 - (least - e)) != 0))
		__tuffy_beyond = 1;
}
