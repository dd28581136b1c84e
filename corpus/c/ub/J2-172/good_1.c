#include <stdio.h>

int main(void)
{
	FILE *f = tmpfile();
	if (!f)
		return 1;
	fputs("abcdef", f);
	rewind(f);
	char b[8] = {0};
	size_t n = fread(b, 4, 2, f);
	printf("%zu %c\n", n, b[3]);
	fclose(f);
	return 0;
}
