/* Multibyte characters (C11 7.22.7, 7.22.8, 7.28, 7.29.6) and the locale that decides what they are: ASCII in the locale C, UTF-8
   in C.UTF-8. */

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

/* Reports a call against the rules. */
void __tuffy_contract(const char *message);

/* Whether LC_CTYPE is C.UTF-8, and whether the other categories are. */
static int __tuffy_utf8[6];

static int __tuffy_codes(void) { return __tuffy_utf8[LC_CTYPE]; }

static char *__tuffy_locale_name(int category)
{
	int first = __tuffy_utf8[category == LC_ALL ? 0 : category];
	for (int i = 0; category == LC_ALL && i < 6; i++)
		if (__tuffy_utf8[i] != first)
			return "LC_CTYPE=C.UTF-8;LC_NUMERIC=C;LC_TIME=C;LC_COLLATE=C;LC_MONETARY=C;LC_MESSAGES=C";
	return first ? "C.UTF-8" : "C";
}

/* The environment is not asked for the locale "". Of other categories than LC_ALL only LC_CTYPE can be another one than C. */
char *setlocale(int category, const char *name)
{
	if (category < 0 || category > LC_ALL) {
		errno = EINVAL;
		return 0;
	}
	if (name == 0)
		return __tuffy_locale_name(category);
	int utf8 = strcmp(name, "C.UTF-8") == 0 || strcmp(name, "C.utf8") == 0;
	if (!utf8 && name[0] != 0 && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0) {
		errno = ENOENT;
		return 0;
	}
	for (int i = 0; i < 6; i++)
		if (category == LC_ALL || category == i)
			__tuffy_utf8[i] = utf8;
	return __tuffy_locale_name(category);
}

size_t __ctype_get_mb_cur_max(void) { return __tuffy_codes() ? 6 : 1; }

wint_t btowc(int c) { return c >= 0 && c < 128 ? c : WEOF; }
int wctob(wint_t c) { return c < 128 ? (int)c : -1; }

/* A state has the bits of a character that was begun, and how many bytes it still lacks, with the least character that as many bytes are
   right for. __opaque1 is 0 at the start. For UTF-16 __opaque2 is the second half that is still to be given. */
int mbsinit(const mbstate_t *state) { return state == 0 || state->__opaque1 == 0 && state->__opaque2 == 0; }

static size_t __tuffy_wrong(mbstate_t *state)
{
	state->__opaque1 = state->__opaque2 = 0;
	errno = EILSEQ;
	return -1;
}

static size_t __tuffy_decode(wchar_t *to, const unsigned char *s, size_t n, mbstate_t *state)
{
	unsigned left = state->__opaque1 >> 24 & 7, bits = state->__opaque1 & 0x1fffff, least = state->__opaque2;
	size_t taken = 0;
	if (state->__opaque1 != 0 && (state->__opaque1 >> 26 != 0x20 || left == 0)) {
		__tuffy_contract("a state of a conversion is neither zero nor what a conversion has left (C11 7.29.6p3)");
		return __tuffy_wrong(state);
	}
	if (left == 0) {
		if (n == 0)
			return -2;
		unsigned c = s[taken++];
		if (c < 128) {
			if (to != 0)
				*to = c;
			return c != 0;
		}
		if (!__tuffy_codes() || c < 0xc2 || c > 0xf4)
			return __tuffy_wrong(state);
		left = c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
		bits = c & (0x3f >> left);
		least = left == 1 ? 0x80 : left == 2 ? 0x800 : 0x10000;
	}
	while (left > 0) {
		if (taken == n) {
			state->__opaque1 = 1u << 31 | left << 24 | bits;
			state->__opaque2 = least;
			return -2;
		}
		unsigned c = s[taken];
		if (c >> 6 != 2)
			return __tuffy_wrong(state);
		bits = bits << 6 | (c & 0x3f);
		left--;
		taken++;
		/* Too long, a half of UTF-16 or beyond Unicode: known at the second byte. */
		unsigned low = bits << 6 * left, high = low | (1u << 6 * left) - 1;
		if (high < least || low > 0x10ffff || low >= 0xd800 && high <= 0xdfff)
			return __tuffy_wrong(state);
	}
	state->__opaque1 = state->__opaque2 = 0;
	if (to != 0)
		*to = bits;
	return taken;
}

static mbstate_t __tuffy_states[6];

size_t mbrtowc(wchar_t *restrict to, const char *restrict s, size_t n, mbstate_t *restrict state)
{
	if (state == 0)
		state = &__tuffy_states[0];
	if (s == 0)
		return __tuffy_decode(0, (const unsigned char *)"", 1, state);
	return __tuffy_decode(to, (const unsigned char *)s, n, state);
}

size_t mbrlen(const char *restrict s, size_t n, mbstate_t *restrict state)
{
	return mbrtowc(0, s, n, state != 0 ? state : &__tuffy_states[1]);
}

static size_t __tuffy_encode(char *to, unsigned c)
{
	if (c < 128) {
		to[0] = c;
		return 1;
	}
	if (!__tuffy_codes() || c > 0x10ffff || c >= 0xd800 && c <= 0xdfff) {
		errno = EILSEQ;
		return -1;
	}
	int n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	for (int i = n - 1; i > 0; i--, c >>= 6)
		to[i] = 0x80 | (c & 0x3f);
	to[0] = (0xf00 >> n & 0xff) | c;
	return n;
}

size_t wcrtomb(char *restrict to, wchar_t c, mbstate_t *restrict state)
{
	return to == 0 ? 1 : __tuffy_encode(to, c);
}

int mbtowc(wchar_t *restrict to, const char *restrict s, size_t n)
{
	mbstate_t state = {0};
	if (s == 0)
		return 0;
	size_t r = __tuffy_decode(to, (const unsigned char *)s, n, &state);
	if (r == -2ul) {
		errno = EILSEQ;
		return -1;
	}
	return r;
}

int mblen(const char *s, size_t n) { return mbtowc(0, s, n); }
int wctomb(char *to, wchar_t c) { return to == 0 ? 0 : (int)__tuffy_encode(to, c); }

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t n, mbstate_t *restrict state)
{
	const unsigned char *s = (const unsigned char *)*from;
	if (state == 0)
		state = &__tuffy_states[2];
	mbstate_t copy = *state;
	if (to == 0)
		state = &copy;
	for (size_t i = 0;; i++) {
		wchar_t c;
		if (to != 0 && i == n) {
			*from = (const char *)s;
			return n;
		}
		/* A string has its zero byte, and no character contains one. */
		size_t r = __tuffy_decode(&c, s, 1, state), more = 0;
		while (r == -2ul)
			r = __tuffy_decode(&c, s + ++more, 1, state);
		if (r == -1ul) {
			if (to != 0)
				*from = (const char *)s;
			return -1;
		}
		if (to != 0)
			to[i] = c;
		if (c == 0) {
			if (to != 0)
				*from = 0;
			return i;
		}
		s += more + 1;
	}
}

size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t n)
{
	mbstate_t state = {0};
	return mbsrtowcs(to, &from, n, &state);
}

size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t n, mbstate_t *restrict state)
{
	const wchar_t *s = *from;
	for (size_t done = 0;; s++) {
		char bytes[4];
		size_t size = __tuffy_encode(bytes, *s);
		if (size == -1ul) {
			if (to != 0)
				*from = s;
			return -1;
		}
		if (to != 0) {
			if (size > n - done) {
				*from = s;
				return done;
			}
			memcpy(to + done, bytes, size);
		}
		if (*s == 0) {
			if (to != 0)
				*from = 0;
			return done;
		}
		done += size;
	}
}

size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t n) { return wcsrtombs(to, &from, n, 0); }

size_t mbrtoc32(char32_t *restrict to, const char *restrict s, size_t n, mbstate_t *restrict state)
{
	wchar_t c;
	size_t r = mbrtowc(&c, s, n, state != 0 ? state : &__tuffy_states[3]);
	if (s != 0 && to != 0 && r <= n)
		*to = c;
	return r;
}

size_t c32rtomb(char *restrict to, char32_t c, mbstate_t *restrict state) { return wcrtomb(to, c, state); }

/* The second half of a character stands in __opaque2, with no bytes lacking. */
size_t mbrtoc16(char16_t *restrict to, const char *restrict s, size_t n, mbstate_t *restrict state)
{
	if (state == 0)
		state = &__tuffy_states[4];
	if (state->__opaque1 == 0 && state->__opaque2 != 0) {
		if (s != 0 && to != 0)
			*to = state->__opaque2;
		state->__opaque2 = 0;
		return -3;
	}
	wchar_t c = 0;
	size_t r = mbrtowc(&c, s, n, state);
	if (s == 0 || r > n)
		return r;
	if (c >= 0x10000) {
		state->__opaque2 = 0xdc00 | (c & 0x3ff);
		c = 0xd7c0 + (c >> 10);
	}
	if (to != 0)
		*to = c;
	return r;
}

size_t c16rtomb(char *restrict to, char16_t c, mbstate_t *restrict state)
{
	if (state == 0)
		state = &__tuffy_states[5];
	if (to == 0) {
		state->__opaque2 = 0;
		return 1;
	}
	unsigned first = state->__opaque2, code = c;
	state->__opaque2 = 0;
	if (first != 0) {
		if (c >> 10 != 0x37)
			return __tuffy_wrong(state);
		return __tuffy_encode(to, (first - 0xd7c0 << 10) + (c & 0x3ff));
	}
	if (c >> 10 == 0x36) {
		state->__opaque2 = code;
		return 0;
	}
	return __tuffy_encode(to, code);
}
