/* TUF-UB-007 a function that is given a row reads the rows behind it */
#include <stdio.h>

static int sum(const int *p, int n)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s += p[i]; /* HERE */
	return s;
}

int main(void)
{
	int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
	printf("%d\n", sum(m[0], 6));
	return 0;
}
