/* TUF-UB-031 the second index of an array of arrays counts within its row (C11 6.5.6p8, J.2) */
#include <stdio.h>
static int cells[3][4];
int main(void) {
	int n = 0;
	for (int j = 0; j <= 4; j++)
		n += cells[1][j]; /* HERE */
	printf("%d\n", n);
	return 0;
}
