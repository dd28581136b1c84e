#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *key, const void *element)
{
	return strcmp(key, *(const char *const *)element);
}

int main(void)
{
	static const char *const names[] = {"Bert", "Dora", "anna", "carl"};
	const char **p = bsearch("carl", names, 4, sizeof names[0], compare);
	puts(p ? *p : "none");
	p = bsearch("", names, 0, sizeof names[0], compare);
	puts(p ? *p : "none");
	return 0;
}
