#include <stdio.h>
#include <wchar.h>

int main(void)
{
	FILE *f = tmpfile();
	if (!f)
		return 1;
	fputs("ab\n", f);
	rewind(f);
	int c = fgetc(f);
	fclose(f);
	printf("%c\n", c);
	return 0;
}
