/* Wide numbers of long double, and dates; seeds of 48 bits. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <wchar.h>

int main(void) {
	wchar_t *end, b[64], *text = L" 0x1.8p2345rest";
	long double v = wcstold(text, &end);
	printf("%d %d\n", v == 0x1.8p2345L, (int)(end - text));
	struct tm day = {.tm_year = 124, .tm_mon = 1, .tm_mday = 29, .tm_hour = 13, .tm_wday = 4, .tm_yday = 59};
	size_t n = wcsftime(b, 64, L"%Y-%m-%d %H:%M %A %j %%", &day);
	printf("%zu ", n);
	for (size_t i = 0; i < n; i++) putchar(b[i]);
	puts("");
	printf("%zu\n", wcsftime(b, 5, L"%Y-%m", &day));
	unsigned short seed[3] = {1, 2, 3}, *before;
	srand48(7);
	before = seed48(seed);
	printf("%x %x %x %ld\n", before[0], before[1], before[2], lrand48());
	return 0;
}
