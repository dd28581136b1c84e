/* Signals (C11 7.14): those that a program raises itself. */

#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>

/* Ends the program by a signal. */
_Noreturn void __tuffy_die(int number);

/* Reports a call against the rules. */
void __tuffy_contract(const char *message);

enum { LAST = 64 };

static void (*__tuffy_handlers[LAST + 1])(int);

/* What sigaction said besides; zeros of a handler of signal. */
static unsigned long __tuffy_masks[LAST + 1];
static unsigned __tuffy_flags[LAST + 1];

/* Among the flags: the handler is one of sigaction, for which POSIX has other rules than C for those of signal. */
#define ACTION 0x02000000u

/* How many handlers of sigaction run. */
static unsigned __tuffy_actions;

int __tuffy_in_action(void) { return __atomic_load_n(&__tuffy_actions, __ATOMIC_SEQ_CST) > 0; }

/* Signals that are blocked, and those of them that were raised. */
static unsigned long __tuffy_blocked, __tuffy_pending;

/* 32 and 33 belong to the threads of Linux's libraries. */
static int __tuffy_settable(int number)
{
	if (number < 1 || number > LAST || number == SIGKILL || number == SIGSTOP || number == 32 || number == 33) {
		errno = EINVAL;
		return 0;
	}
	return 1;
}

static unsigned long __tuffy_bit(int number) { return 1ul << (number - 1); }

void (*signal(int number, void (*handler)(int)))(int)
{
	if (!__tuffy_settable(number))
		return SIG_ERR;
	__atomic_store_n(&__tuffy_masks[number], 0, __ATOMIC_SEQ_CST);
	__atomic_store_n(&__tuffy_flags[number], SA_NODEFER, __ATOMIC_SEQ_CST);
	return __atomic_exchange_n(&__tuffy_handlers[number], handler, __ATOMIC_SEQ_CST);
}

int sigaction(int number, const struct sigaction *restrict new, struct sigaction *restrict old)
{
	if (!__tuffy_settable(number))
		return -1;
	if (old != 0) {
		*old = (struct sigaction){0};
		old->sa_handler = __atomic_load_n(&__tuffy_handlers[number], __ATOMIC_SEQ_CST);
		old->sa_mask.__bits[0] = __atomic_load_n(&__tuffy_masks[number], __ATOMIC_SEQ_CST);
		old->sa_flags = __atomic_load_n(&__tuffy_flags[number], __ATOMIC_SEQ_CST) & ~ACTION;
	}
	if (new != 0) {
		__atomic_store_n(&__tuffy_masks[number], new->sa_mask.__bits[0], __ATOMIC_SEQ_CST);
		__atomic_store_n(&__tuffy_flags[number], new->sa_flags | ACTION, __ATOMIC_SEQ_CST);
		__atomic_store_n(&__tuffy_handlers[number], new->sa_handler, __ATOMIC_SEQ_CST);
	}
	return 0;
}

static void __tuffy_handle(int number, void (*handler)(int))
{
	unsigned flags = __atomic_load_n(&__tuffy_flags[number], __ATOMIC_SEQ_CST);
	unsigned long more = __atomic_load_n(&__tuffy_masks[number], __ATOMIC_SEQ_CST) | (flags & SA_NODEFER ? 0 : __tuffy_bit(number));
	unsigned long was = __atomic_fetch_or(&__tuffy_blocked, more, __ATOMIC_SEQ_CST);
	if (flags & SA_RESETHAND)
		__atomic_store_n(&__tuffy_handlers[number], SIG_DFL, __ATOMIC_SEQ_CST);
	__atomic_fetch_add(&__tuffy_actions, flags & ACTION ? 1 : 0, __ATOMIC_SEQ_CST);
	if (flags & SA_SIGINFO) {
		siginfo_t info = {.si_signo = number, .si_code = SI_TKILL};
		((void (*)(int, siginfo_t *, void *))handler)(number, &info, 0);
	} else
		handler(number);
	__atomic_fetch_sub(&__tuffy_actions, flags & ACTION ? 1 : 0, __ATOMIC_SEQ_CST);
	if (more != 0) {
		sigset_t set = {{was}};
		sigprocmask(SIG_SETMASK, &set, 0);
	}
}

/* The handler stays, as with glibc; one of signal is called at once, also within itself. */
int raise(int number)
{
	if (number < 0 || number > LAST || number == 32 || number == 33) {
		errno = EINVAL;
		return -1;
	}
	if (number == 0)
		return 0;
	if (__atomic_load_n(&__tuffy_blocked, __ATOMIC_SEQ_CST) & __tuffy_bit(number)) {
		__atomic_fetch_or(&__tuffy_pending, __tuffy_bit(number), __ATOMIC_SEQ_CST);
		return 0;
	}
	void (*handler)(int) = __atomic_load_n(&__tuffy_handlers[number], __ATOMIC_SEQ_CST);
	if (handler == SIG_IGN)
		return 0;
	if (handler != SIG_DFL) {
		__tuffy_handle(number, handler);
		if (number == SIGFPE || number == SIGILL || number == SIGSEGV)
			__tuffy_contract("raise: the handler of SIGFPE, SIGILL or SIGSEGV has returned (C11 7.14.1.1p3)");
	} else if (number != SIGCHLD && number != SIGCONT && number != SIGURG && number != SIGWINCH)
		__tuffy_die(number);
	return 0;
}

/* Signals that come to be no longer blocked are raised, the least first. SIGKILL and SIGSTOP cannot be blocked. */
int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	unsigned long is = __atomic_load_n(&__tuffy_blocked, __ATOMIC_SEQ_CST);
	if (old != 0)
		*old = (sigset_t){{is}};
	if (set == 0)
		return 0;
	switch (how) {
	case SIG_BLOCK: is |= set->__bits[0]; break;
	case SIG_UNBLOCK: is &= ~set->__bits[0]; break;
	case SIG_SETMASK: is = set->__bits[0]; break;
	default: return EINVAL;
	}
	is &= ~(__tuffy_bit(SIGKILL) | __tuffy_bit(SIGSTOP));
	__atomic_store_n(&__tuffy_blocked, is, __ATOMIC_SEQ_CST);
	for (int number = 1; number <= LAST; number++)
		if (~is & __tuffy_bit(number) && __atomic_fetch_and(&__tuffy_pending, ~__tuffy_bit(number), __ATOMIC_SEQ_CST) & __tuffy_bit(number))
			raise(number);
	return 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	int error = pthread_sigmask(how, set, old);
	if (error == 0)
		return 0;
	errno = error;
	return -1;
}

int sigpending(sigset_t *set)
{
	*set = (sigset_t){{__atomic_load_n(&__tuffy_pending, __ATOMIC_SEQ_CST)}};
	return 0;
}

int sigemptyset(sigset_t *set)
{
	*set = (sigset_t){0};
	return 0;
}

/* Without those of the threads of Linux's libraries. */
int sigfillset(sigset_t *set)
{
	*set = (sigset_t){{~(3ul << 31)}};
	return 0;
}

static int __tuffy_of_set(int number)
{
	if (number >= 1 && number <= LAST && number != 32 && number != 33)
		return 1;
	errno = EINVAL;
	return 0;
}

int sigaddset(sigset_t *set, int number)
{
	if (!__tuffy_of_set(number))
		return -1;
	set->__bits[0] |= __tuffy_bit(number);
	return 0;
}

int sigdelset(sigset_t *set, int number)
{
	if (!__tuffy_of_set(number))
		return -1;
	set->__bits[0] &= ~__tuffy_bit(number);
	return 0;
}

int sigismember(const sigset_t *set, int number) { return __tuffy_of_set(number) ? (set->__bits[0] & __tuffy_bit(number)) != 0 : -1; }

_Noreturn void abort(void)
{
	void (*handler)(int) = __atomic_load_n(&__tuffy_handlers[SIGABRT], __ATOMIC_SEQ_CST);
	if (handler != SIG_DFL && handler != SIG_IGN)
		handler(SIGABRT);
	__tuffy_die(SIGABRT);
}
