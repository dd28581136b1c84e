/* TUF-UB-026 7.21.9.2p4 a position is counted, not asked for */
#include <stdio.h>

int main(void)
{
	FILE *f = fopen("lines.txt", "w+");
	if (!f)
		return 1;
	fputs("one\ntwo\n", f);
	fseek(f, 4, SEEK_SET); /* HERE */
	printf("%c\n", fgetc(f));
	fclose(f);
	remove("lines.txt");
	return 0;
}
