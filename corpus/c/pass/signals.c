/* Signals that a program raises itself, and errors in errno. */
#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile sig_atomic_t last, count;
static sigjmp_buf back;

static void show(int v) { printf("%d ", v); }
static void notes(int n) { last = n, count++; }
static void jumps(int n) {
	last = n;
	siglongjmp(back, 1);
}

static void range(const char *s, int base) {
	char *end;
	errno = 0;
	long a = strtol(s, &end, base);
	int e = errno, n = (int)(end - s);
	errno = 0;
	unsigned long b = strtoul(s, 0, base);
	int f = errno;
	errno = 0;
	long long c = strtoll(s, 0, base);
	int g = errno;
	errno = 0;
	unsigned long long d = strtoull(s, 0, base);
	printf("%ld %d %d, %lu %d, %lld %d, %llu %d\n", a, n, e, b, f, c, g, d, errno);
}

static void float_range(const char *s) {
	errno = 0;
	double d = strtod(s, 0);
	int e = errno;
	errno = 0;
	float f = strtof(s, 0);
	printf("%g %d %g %d\n", d, e, (double)f, errno);
}

int main(void) {
	static const int numbers[] = {SIGINT, SIGTERM, SIGFPE, SIGILL, SIGSEGV, SIGABRT, SIGUSR1, SIGCHLD};
	for (int i = 0; i < 8; i++) {
		int n = numbers[i];
		int computes = n == SIGFPE || n == SIGILL || n == SIGSEGV; /* whose handlers must not return (7.14.1.1p3) */
		show(signal(n, notes) == SIG_DFL);
		if (!computes)
			show(raise(n)), show(last == n);
		show(signal(n, SIG_IGN) == notes), show(raise(n)), show(count);
		show(signal(n, SIG_DFL) == SIG_IGN), puts("");
	}
	printf("%d %d\n", raise(SIGCHLD), raise(SIGURG));
	errno = 0;
	void (*r)(int) = signal(SIGKILL, notes);
	printf("%d %d\n", r == SIG_ERR, errno);
	r = signal(1000, notes);
	printf("%d %d\n", r == SIG_ERR, errno);
	errno = 0;
	int failed = raise(1000);
	printf("%d %d\n", failed, errno);
	signal(SIGUSR2, jumps);
	for (volatile int i = 0; i < 3; i++)
		if (sigsetjmp(back, 1) == 0) {
			raise(SIGUSR2);
			puts("not here");
		} else
			printf("back %d\n", last == SIGUSR2);

	static const char *const texts[] = {"0", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-18446744073709551615", "-18446744073709551616", "-1", "+5", " \t\n-0x7fffffffffffffffg", "0x", "08", "zz", "", "-", "99999999999999999999999999999999999999999"};
	for (int i = 0; i < sizeof texts / sizeof *texts; i++) range(texts[i], 10), range(texts[i], 0), range(texts[i], 36);
	static const char *const floats[] = {"1", "1e999", "-1e999", "1e-999", "1e-310", "1e39", "1e-46", "0", "0e999", "inf", "0x1p-1074", "0x1p-1075", "nan"};
	for (int i = 0; i < sizeof floats / sizeof *floats; i++) float_range(floats[i]);

	signal(SIGABRT, jumps);
	if (sigsetjmp(back, 1) == 0) abort();
	printf("survived %d\n", last == SIGABRT);
	return 5;
}
