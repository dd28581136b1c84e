/* TUF-UB-026 7.21.9.2p4 from where the stream is, in a text stream */
#include <stdio.h>

int main(void)
{
	FILE *f = fopen("lines.txt", "w+");
	if (!f)
		return 1;
	fputs("one\ntwo\n", f);
	rewind(f);
	fgetc(f);
	fseek(f, 2, SEEK_CUR); /* HERE */
	printf("%d\n", fgetc(f));
	fclose(f);
	remove("lines.txt");
	return 0;
}
