/* errno (C11 7.5), the end by a signal, and time, which stands still. */

#include <sys/time.h>
#include <time.h>

_Noreturn void __tuffy_trap(void);

static int __tuffy_errno;

int *__errno_location(void) { return &__tuffy_errno; }

/* Every signal that ends a program does so by an undefined instruction, as trap. */
_Noreturn void __tuffy_die(int number) { __tuffy_trap(); }

/* The interpreter alone reports what is against the rules. */
void __tuffy_contract(const char *message) { (void)message; }

clock_t clock(void) { return 0; }

time_t time(time_t *to)
{
	if (to != 0)
		*to = 0;
	return 0;
}

int gettimeofday(struct timeval *restrict to, void *restrict zone)
{
	to->tv_sec = 0;
	to->tv_usec = 0;
	return 0;
}
