/* TUF-UB-001/TUF-UB-020 6.3.2.1p2 a part of an element that was read is used */
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
	printf("%zu\n", n);
	if (b[4] == 'e') /* HERE */
		puts("e");
	fclose(f);
	return 0;
}
