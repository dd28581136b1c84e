/* TUF-UB-026 7.22.5p4 each element is less than each */
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	(void)a, (void)b;
	return -1;
}

int main(void)
{
	char v[] = "cab";
	qsort(v, 3, 1, compare); /* HERE */
	puts(v);
	return 0;
}
