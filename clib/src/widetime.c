/* Wide functions on those of the C library that compiled programs lack. */

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

long double wcstold(const wchar_t *restrict s, wchar_t **restrict end)
{
	const wchar_t *p = s;
	while (iswspace(*p))
		p++;
	size_t n = 0;
	while (p[n] > 32 && p[n] < 127)
		n++;
	char *text = malloc(n + 1), *behind = text;
	if (text == 0)
		return 0;
	for (size_t i = 0; i < n; i++)
		text[i] = p[i];
	text[n] = 0;
	long double v = strtold(text, &behind);
	if (end != 0)
		*end = (wchar_t *)(behind == text ? s : p + (behind - text));
	free(text);
	return v;
}

/* The format and the result by way of multibyte strings. */
size_t wcsftime(wchar_t *restrict to, size_t size, const wchar_t *restrict format, const struct tm *restrict time)
{
	size_t n = 4 * wcslen(format) + 1, done = 0;
	char *narrow = malloc(n), *text = malloc(4 * size + 1);
	if (narrow != 0 && text != 0 && size > 0 && wcstombs(narrow, format, n) != -1ul) {
		size_t length = strftime(text, 4 * size + 1, narrow, time), wide = mbstowcs(0, text, 0);
		if (length > 0 && wide < size)
			done = mbstowcs(to, text, size);
	}
	free(narrow);
	free(text);
	return done;
}
