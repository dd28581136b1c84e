/* TUF-UB-026 a wide character is read of a stream of bytes */
#include <stdio.h>
#include <wchar.h>

int main(void)
{
	FILE *f = tmpfile();
	if (!f)
		return 1;
	fputs("ab", f);
	rewind(f);
	wint_t c = fgetwc(f); /* HERE */
	fclose(f);
	return c == WEOF;
}
