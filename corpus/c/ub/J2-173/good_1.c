/* what ftell has returned, and the start and the end */
#include <stdio.h>

int main(void)
{
	FILE *f = fopen("lines.txt", "w+");
	if (!f)
		return 1;
	fputs("one\n", f);
	long at = ftell(f);
	fputs("two\n", f);
	fseek(f, at, SEEK_SET);
	printf("%c\n", fgetc(f));
	fseek(f, 0, SEEK_END);
	fseek(f, 0, SEEK_SET);
	printf("%c\n", fgetc(f));
	fclose(f);
	remove("lines.txt");
	return 0;
}
