/* Wide characters from stdin. */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
	setlocale(LC_ALL, "C.UTF-8");
	wint_t c = getwchar();
	printf("%d\n", (int)c);
	if (c != WEOF && c < 128) {
		wint_t back = ungetwc(c, stdin);
		printf("%d %d\n", back == c, getwc(stdin) == c);
	}
	wchar_t line[8];
	while (fgetws(line, 8, stdin)) {
		for (int i = 0; line[i]; i++) printf("%x ", (unsigned)line[i]);
		printf("\n");
		if (line[0] == 'q') break;
	}
	while ((c = fgetwc(stdin)) != WEOF) printf("%x ", (unsigned)c);
	printf("%d\n", errno == EILSEQ);
	return 2;
}
