/* TUF-UB-031 6.3.2.1p2 a number of which one byte came is used */
#include <stdio.h>

int main(void)
{
	FILE *f = tmpfile();
	if (!f)
		return 1;
	fputc(1, f);
	rewind(f);
	int x = 0;
	fread(&x, sizeof x, 1, f);
	fclose(f);
	return x == 1; /* HERE */
}
