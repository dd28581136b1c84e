/* Indices that stay within the part of an object that they count in, to its end where only an address is taken. */
#include <stdio.h>
#include <stdlib.h>
struct record {
	int n;
	int a[4];
	char name[3];
	int tail[1];
};
static int cells[3][4];
union words {
	int i[2];
	short s[4];
};
int main(void) {
	struct record r = {4, {1, 2, 3, 4}, "ab", {9}};
	int sum = 0;
	for (int *p = &r.a[0], *end = &r.a[r.n]; p < end; p++)
		sum += *p;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 4; j++)
			cells[i][j] = 10 * i + j;
	int *row = cells[1];
	for (int *p = row; p != &cells[1][4]; p++)
		sum += *p;
	int(*last)[4] = &cells[2];
	sum += (*last)[3] + 1 [r.a];
	struct record *many = malloc(sizeof *many + 5 * sizeof(int));
	for (int i = 0; i < 6; i++)
		many->tail[i] = i; /* an array of one element at the end is often declared so */
	for (int i = 0; i < 6; i++)
		sum += many->tail[i];
	free(many);
	union words w = {{1, 2}};
	printf("%d %d %c\n", sum, w.s[2], r.name[1]);
	return 0;
}
