/* errno of functions of memory, and the texts of errors. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(void *p) {
	printf("%d %d\n", p == 0, errno);
	errno = 0;
}

int main(void) {
	volatile size_t huge = SIZE_MAX / 4;
	show(malloc(huge));
	show(calloc(huge, 2));
	show(calloc(huge, 16));
	show(realloc(0, huge));
	void *p = 0;
	printf("%d %d\n", posix_memalign(&p, 3, 8), posix_memalign(&p, 16, huge));
	void *kept = malloc(8);
	show(realloc(kept, huge));
	free(kept);
	for (int n = -2; n < 140; n++) {
		char b[64];
		int r = strerror_r(n, b, sizeof b), cut = strerror_r(n, b, 6);
		printf("%s %s %d %d\n", strerror(n), b, r, cut);
	}
	return 0;
}
