#include <stdio.h>
#include <string.h>

int main(void)
{
	char to[16] = "abc";
	size_t n = strxfrm(to, "a text", sizeof to);
	if (n < sizeof to)
		puts(to);
	n = strxfrm(NULL, "a longer text", 0);
	printf("%zu\n", n);
	return 0;
}
