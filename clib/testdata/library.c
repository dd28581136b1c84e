#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char a[4000], b[4000];
static int calls;

static int ascending(const void *p, const void *q) {
	int x, y;
	memcpy(&x, p, 4), memcpy(&y, q, 4);
	return x < y ? -5 : x > y ? 7 : 0;
}

static int descending(const void *p, const void *q) { return ascending(q, p); }

static void again(void) {
	int n = calls++;
	printf("bye %d\n", n);
	if (n == 1) atexit(again);
}

static void show(const unsigned char *p, size_t n, size_t size) {
	for (size_t i = 0; i < n; i++) {
		int x;
		memcpy(&x, p + i * size, 4);
		printf("%d ", x);
	}
	printf("\n");
}

static void sorts(size_t n, size_t size) {
	for (size_t i = 0; i < n; i++) {
		memcpy(b + i * size, a + 4 * i, 4);
		b[i * size + size - 1] = a[4 * i];
	}
	qsort(b, n, size, descending);
	show(b, n, size);
	for (size_t i = 0; i < n; i++) printf("%d ", b[i * size + size - 1]);
	qsort(b, n, size, ascending);
	show(b, n, size);
	for (int i = 0; i < 12; i++) {
		int key = 3 * i - 10;
		unsigned char *p = bsearch(&key, b, n, size, ascending);
		printf("%d ", p ? p[size - 1] + 1 : 0);
	}
	printf("\n");
}

int main(void) {
	setvbuf(stdout, 0, _IONBF, 0);
	size_t n = 0;
	while (n < 400 && scanf("%d", (int *)(a + 4 * n)) == 1) n++;
	sorts(n, 5), sorts(n / 2, 8), sorts(n / 8, 67), sorts(1, 4), sorts(0, 4);
	double x;
	float y;
	char w[3][16];
	signed char s;
	int count, got = sscanf(" 0x1.8p-3, 1e-46 abcdef ghi;-12rest", "%lf,%f %3s%[^;]%c%hhd%n", &x, &y, w[0], w[1], w[2], &s, &count);
	printf("%d %.17g %.9g <%s><%s> %d %d %d\n", got, x, y, w[0], w[1], w[2][0], (unsigned char)s, count);
	char *p = "\t-179769313486231580793e289 0x.8p1 nan inf 1e 4.94065645841246544e-324 ", *end;
	for (int i = 0; i < 6; i++) {
		double d = strtod(p, &end);
		printf("%.17g %.9g %.17g %d\n", d, strtof(p, 0), atof(p), (int)(end - p));
		p = end == p ? p + 1 : end;
	}
	int c = getchar(), back = ungetc(c, stdin), again_c = getchar(), no = ungetc(-1, stdin);
	ungetc('7', stdin);
	got = fscanf(stdin, "%d", &count);
	printf("%d %d %d %d %d %d\n", c, back, again_c, no, got, count);
	errno = ERANGE, perror("failed"), errno = ERANGE, perror(""), errno = ERANGE, perror(0);
	atexit(again), atexit(again);
	if (n == 7) exit(3);
	return 4;
}
