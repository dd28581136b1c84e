/* A pointer to characters walks over a whole struct, and a container is found from its member. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct label {
	char text[4];
	char rest[4];
	int values[2][3];
};

static struct label *label_of(char (*rest)[4])
{
	return (struct label *)((char *)rest - offsetof(struct label, rest));
}

static struct label *of_first(char *text)
{
	return (struct label *)(void *)text;
}

int main(void)
{
	struct label l = {"abc", "xyz", {{1, 2, 3}, {4, 5, 6}}};
	const unsigned char *p = (const unsigned char *)&l;
	int n = 0;
	for (size_t i = 0; i < 8; i++)
		n += p[i] != 0;
	for (char *q = l.text; q != l.text + 4; q++)
		n += *q != 0;
	struct label *m = label_of(&l.rest), *o = of_first(l.text);
	char *c = l.rest;
	struct label *k = (struct label *)((char *)c - offsetof(struct label, rest));
	int flat[6];
	memcpy(flat, l.values[0], sizeof l.values);
	memset(&l.values[0][0], 0, sizeof l.values);
	printf("%d %d %d %d %d %d\n", n, m == &l, o == &l, k->rest[1], flat[5], l.values[1][2]);
	return 0;
}
