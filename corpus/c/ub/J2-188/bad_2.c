/* TUF-UB-026 7.22.5.1p2 the names are sorted without regard to case, and compared with it */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *key, const void *element)
{
	return strcmp(key, *(const char *const *)element);
}

int main(void)
{
	static const char *const names[] = {"anna", "Bert", "carl", "Dora"};
	const char **p = bsearch("carl", names, 4, sizeof names[0], compare); /* HERE */
	puts(p ? *p : "none");
	return 0;
}
