/* TUF-UB-026 bytes are written to a stream of wide characters */
#include <stdio.h>
#include <wchar.h>

int main(void)
{
	fputwc(L'a', stdout);
	puts("b"); /* HERE */
	return 0;
}
