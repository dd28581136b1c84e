/* TUF-UB-031 a pointer into a member that is an array is moved on into the next member */
#include <stdio.h>

struct label {
	char text[4];
	char rest[4];
};

int main(void)
{
	struct label l = {"abc", "xyz"};
	char *p = l.text;
	int n = 0;
	for (int i = 0; i < 6; i++)
		n += *p++ != 0; /* HERE */
	printf("%d\n", n);
	return 0;
}
