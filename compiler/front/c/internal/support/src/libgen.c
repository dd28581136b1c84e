/* The parts of the name of a file (POSIX), which may be changed. */
#include <libgen.h>
#include <string.h>

__attribute__((weak)) char *basename(char *s)
{
	if (!s || !*s)
		return ".";
	size_t n = strlen(s);
	while (n > 1 && s[n - 1] == '/')
		s[--n] = 0;
	char *last = strrchr(s, '/');
	return last && last[1] ? last + 1 : s;
}

__attribute__((weak)) char *dirname(char *s)
{
	if (!s || !*s)
		return ".";
	size_t n = strlen(s);
	while (n > 1 && s[n - 1] == '/')
		n--;
	while (n > 0 && s[n - 1] != '/')
		n--;
	if (n == 0)
		return ".";
	while (n > 1 && s[n - 1] == '/')
		n--;
	s[n] = 0;
	return s;
}
