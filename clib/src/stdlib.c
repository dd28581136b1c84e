/* What the program calls back through, in C: quick_exit (C11 7.22.4); and time (C11 7.27.2.5), which stands still. */

#define _GNU_SOURCE
#include <errno.h>
#include <fenv.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

_Noreturn void _exit(int status);

static int __tuffy_quick_exits;
static void (*__tuffy_quick_exit[32])(void);

int at_quick_exit(void (*f)(void))
{
	if (__tuffy_quick_exits == 32)
		return -1;
	__tuffy_quick_exit[__tuffy_quick_exits++] = f;
	return 0;
}

_Noreturn void quick_exit(int status)
{
	while (__tuffy_quick_exits > 0)
		__tuffy_quick_exit[--__tuffy_quick_exits]();
	_exit(status);
}

/* The numbers of glibc's. */
int rand_r(unsigned *seed)
{
	unsigned next = *seed, result = 0;
	for (int i = 0; i < 3; i++) {
		next = next * 1103515245 + 12345;
		result = result << 10 ^ next / 65536 % (i == 0 ? 2048 : 1024);
	}
	*seed = next;
	return result;
}

int timespec_get(struct timespec *time, int base)
{
	if (base != TIME_UTC)
		return 0;
	time->tv_sec = 0;
	time->tv_nsec = 0;
	return base;
}

/* Results are rounded to nearest, and there is no other way. */
int fegetround(void) { return FE_TONEAREST; }
int fesetround(int mode) { return mode == FE_TONEAREST ? 0 : -1; }
