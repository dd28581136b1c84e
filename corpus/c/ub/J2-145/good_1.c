#include <stdio.h>
#include <wchar.h>

int main(void)
{
	fputwc(L'a', stdout);
	fputws(L"b\n", stdout);
	return 0;
}
