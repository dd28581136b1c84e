/* Strings and memory (C11 7.24, POSIX.1-2017). memcpy, memmove and memset belong to the target. */

typedef unsigned long size_t;
typedef unsigned long word __attribute__((aligned(1), may_alias));

void *memcpy(void *to, const void *from, size_t n);
void *memset(void *to, int c, size_t n);
void *malloc(size_t n);

size_t strlen(const char *s)
{
	size_t n = 0;
	while (s[n] != 0)
		n++;
	return n;
}

size_t strnlen(const char *s, size_t most)
{
	size_t n = 0;
	while (n < most && s[n] != 0)
		n++;
	return n;
}

/* Eight bytes at a time: the first of them is the most significant one of the number with its bytes turned round. */
int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *x = a, *y = b;
	for (; n >= 8; n -= 8, x += 8, y += 8) {
		unsigned long v = *(const word *)x, w = *(const word *)y;
		if (v != w)
			return __builtin_bswap64(v) < __builtin_bswap64(w) ? -1 : 1;
	}
	for (; n > 0; n--, x++, y++)
		if (*x != *y)
			return *x < *y ? -1 : 1;
	return 0;
}

void *memchr(const void *s, int c, size_t n)
{
	const unsigned char *p = s;
	for (; n > 0; n--, p++)
		if (*p == (unsigned char)c)
			return (void *)p;
	return 0;
}

int strncmp(const char *a, const char *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned char x = a[i], y = b[i];
		if (x != y)
			return x < y ? -1 : 1;
		if (x == 0)
			return 0;
	}
	return 0;
}

int strcmp(const char *a, const char *b) { return strncmp(a, b, -1ul); }

char *strcpy(char *to, const char *from) { return memcpy(to, from, strlen(from) + 1); }

char *stpcpy(char *to, const char *from)
{
	size_t n = strlen(from);
	memcpy(to, from, n + 1);
	return to + n;
}

char *strcat(char *to, const char *from)
{
	strcpy(to + strlen(to), from);
	return to;
}

char *strncat(char *to, const char *from, size_t most)
{
	char *end = to + strlen(to);
	size_t n = strnlen(from, most);
	memcpy(end, from, n);
	end[n] = 0;
	return to;
}

char *strncpy(char *to, const char *from, size_t size)
{
	size_t n = strnlen(from, size);
	memcpy(to, from, n);
	memset(to + n, 0, size - n);
	return to;
}

char *strchr(const char *s, int c)
{
	for (; *s != (char)c; s++)
		if (*s == 0)
			return 0;
	return (char *)s;
}

char *strrchr(const char *s, int c)
{
	const char *last = 0;
	for (;; s++) {
		if (*s == (char)c)
			last = s;
		if (*s == 0)
			return (char *)last;
	}
}

int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

void bzero(void *s, size_t n) { memset(s, 0, n); }

size_t strspn(const char *s, const char *set)
{
	size_t n = 0;
	while (s[n] != 0 && strchr(set, s[n]) != 0)
		n++;
	return n;
}

size_t strcspn(const char *s, const char *set)
{
	size_t n = 0;
	while (s[n] != 0 && strchr(set, s[n]) == 0)
		n++;
	return n;
}

char *strstr(const char *s, const char *part)
{
	size_t n = strlen(part);
	for (; strncmp(s, part, n) != 0; s++)
		if (*s == 0)
			return 0;
	return (char *)s;
}

char *strpbrk(const char *s, const char *set)
{
	s += strcspn(s, set);
	return *s == 0 ? 0 : (char *)s;
}

char *strndup(const char *s, size_t most)
{
	size_t n = strnlen(s, most);
	char *to = malloc(n + 1);
	if (to == 0)
		return 0;
	memcpy(to, s, n);
	to[n] = 0;
	return to;
}

char *strdup(const char *s) { return strndup(s, -1ul >> 1); }

void *memccpy(void *restrict to, const void *restrict from, int c, size_t n)
{
	unsigned char *p = to;
	const unsigned char *q = from;
	for (; n > 0; n--)
		if ((*p++ = *q++) == (unsigned char)c)
			return p;
	return 0;
}
