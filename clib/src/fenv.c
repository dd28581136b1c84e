/* The floating-point environment of a thread (C11 7.6). Results are rounded to nearest, and there is no other way. No operation
   raises a flag: they are those that the program raises itself. */

#include <fenv.h>

#include "waits.h"

/* Each thread reads and writes its own entry alone. */
static int __tuffy_all_flags[THREADS];

#define __tuffy_flags __tuffy_all_flags[thread_id()]

int feclearexcept(int which)
{
	__tuffy_flags &= ~which;
	return 0;
}

int feraiseexcept(int which)
{
	__tuffy_flags |= which & FE_ALL_EXCEPT;
	return 0;
}

int fetestexcept(int which) { return __tuffy_flags & which & FE_ALL_EXCEPT; }

/* The bits beside the flags tell that the object was set, and for which of them. */
int fegetexceptflag(fexcept_t *to, int which)
{
	which &= FE_ALL_EXCEPT;
	*to = (__tuffy_flags & which) | which << 8;
	return 0;
}

int fesetexceptflag(const fexcept_t *from, int which)
{
	which &= FE_ALL_EXCEPT;
	if ((*from >> 8 & which) != which)
		__tuffy_contract("fesetexceptflag: fegetexceptflag has not set the object for these flags (C11 7.6.2.4p2)");
	__tuffy_flags = __tuffy_flags & ~which | *from & which;
	return 0;
}

enum { MADE = 0x5e7 };

int fegetenv(fenv_t *to)
{
	*to = (fenv_t){.__control_word = MADE, .__status_word = __tuffy_flags};
	return 0;
}

int feholdexcept(fenv_t *to)
{
	fegetenv(to);
	__tuffy_flags = 0;
	return 0;
}

int fesetenv(const fenv_t *from)
{
	if (from == FE_DFL_ENV) {
		__tuffy_flags = 0;
		return 0;
	}
	if (from->__control_word != MADE)
		__tuffy_contract("fesetenv: fegetenv or feholdexcept has not set the object (C11 7.6.4.3p2)");
	__tuffy_flags = from->__status_word & FE_ALL_EXCEPT;
	return 0;
}

int feupdateenv(const fenv_t *from)
{
	int raised = __tuffy_flags;
	fesetenv(from);
	return feraiseexcept(raised);
}
