/* The rest of C11's library that is C here, and qsort_r. */
#define _GNU_SOURCE
#include <fenv.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

extern wchar_t *wcswcs(const wchar_t *, const wchar_t *);

static int by(const void *a, const void *b, void *calls) {
	++*(int *)calls;
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}

static int backwards(const void *a, const void *b, void *size) { return -memcmp(a, b, *(size_t *)size); }

static void nothing(void) { puts("called"); }

int main(void) {
	static int a[200];
	for (int n = 0; n < 200; n += 1 + n / 2) {
		int calls = 0, sorted = 1;
		for (int i = 0; i < n; i++) a[i] = (i * 7919 + n) % 101 - 50;
		qsort_r(a, n, sizeof *a, by, &calls);
		for (int i = 1; i < n; i++) sorted &= a[i - 1] <= a[i];
		printf("%d %d\n", sorted, n < 2 || calls > 0);
	}
	char rows[5][70];
	for (int i = 0; i < 5; i++) memset(rows[i], 'a' + i * 3 % 5, 70);
	size_t size = 70;
	qsort_r(rows, 5, 70, backwards, &size);
	for (int i = 0; i < 5; i++) printf("%c%c ", rows[i][0], rows[i][69]);
	int failed = 0;
	for (int i = 0; i < 32; i++) failed += at_quick_exit(nothing) != 0;
	printf("%d\n", failed);
	struct timespec t;
	printf("%d ", timespec_get(&t, TIME_UTC) == TIME_UTC);
	printf("%d\n", timespec_get(&t, 77));
	printf("%d %d %d\n", fegetround() == FE_TONEAREST, fesetround(FE_TONEAREST), fesetround(77) != 0);
	wchar_t *end;
	intmax_t signed_one = wcstoimax(L" -12x", &end, 10);
	printf("%jd %ju %d\n", signed_one, wcstoumax(L"ff", 0, 16), *end == 'x');
	printf("%d\n", wcswcs(L"abc", L"bc") != 0);
	return 0;
}
