/* Signals (C11 7.14): those that a program raises itself. */

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

/* Ends the program by a signal. */
_Noreturn void __tuffy_die(int number);

/* Reports a call against the rules. */
void __tuffy_contract(const char *message);

enum { LAST = 64 };

static void (*__tuffy_handlers[LAST + 1])(int);

void (*signal(int number, void (*handler)(int)))(int)
{
	/* 32 and 33 belong to the threads of Linux's libraries. */
	if (number < 1 || number > LAST || number == SIGKILL || number == SIGSTOP || number == 32 || number == 33) {
		errno = EINVAL;
		return SIG_ERR;
	}
	return __atomic_exchange_n(&__tuffy_handlers[number], handler, __ATOMIC_SEQ_CST);
}

/* The handler stays, as with glibc; it is called at once, also within itself. */
int raise(int number)
{
	if (number < 0 || number > LAST || number == 32 || number == 33) {
		errno = EINVAL;
		return -1;
	}
	void (*handler)(int) = __atomic_load_n(&__tuffy_handlers[number], __ATOMIC_SEQ_CST);
	if (number == 0 || handler == SIG_IGN)
		return 0;
	if (handler != SIG_DFL) {
		handler(number);
		if (number == SIGFPE || number == SIGILL || number == SIGSEGV)
			__tuffy_contract("raise: the handler of SIGFPE, SIGILL or SIGSEGV has returned (C11 7.14.1.1p3)");
	} else if (number != SIGCHLD && number != SIGCONT && number != SIGURG && number != SIGWINCH)
		__tuffy_die(number);
	return 0;
}

_Noreturn void abort(void)
{
	void (*handler)(int) = __atomic_load_n(&__tuffy_handlers[SIGABRT], __ATOMIC_SEQ_CST);
	if (handler != SIG_DFL && handler != SIG_IGN)
		handler(SIGABRT);
	__tuffy_die(SIGABRT);
}
