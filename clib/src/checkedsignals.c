/* What a run that reports the undefined behaviour of C calls instead of functions of signals and of wide characters, as checked.c. */

#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <wchar.h>
#include <wctype.h>

#include "waits.h"

int __tuffy_in_action(void);

/* A handler of sigaction may raise: POSIX counts raise among what is safe there. */
int __tuffy_checked_raise(int number)
{
	if (__tuffy_in_action())
		return raise(number);
	if (__tuffy_calls("__tuffy_checked_raise") > 1 || __tuffy_calls("abort") > 0)
		__tuffy_contract("raise: called by the handler of a signal that raise or abort has sent (C11 7.14.1.1p4)");
	else if (__tuffy_calls("quick_exit") > 0)
		__tuffy_contract("raise: a signal is raised while quick_exit runs (C11 7.22.4.7p4)");
	return raise(number);
}

void (*__tuffy_checked_signal(int number, void (*handler)(int)))(int)
{
	if (__tuffy_thread_count() > 1)
		__tuffy_contract("signal: the program has several threads (C11 7.14.1.1p7)");
	return signal(number, handler);
}

/* The addresses that wcstok has left last, of as many strings. */
enum { LEFT = 16 };
static uintptr_t __tuffy_left[LEFT];
static unsigned __tuffy_lefts;

/* A call that continues has the pointer that another one has left. */
wchar_t *__tuffy_checked_wcstok(wchar_t *restrict s, const wchar_t *restrict between, wchar_t **restrict left)
{
	if (s == 0 && __tuffy_lefts < LEFT) {
		unsigned n = 0;
		while (n < __tuffy_lefts && __tuffy_left[n] != (uintptr_t)*left)
			n++;
		if (n == __tuffy_lefts)
			__tuffy_contract("wcstok: no call has left the pointer with which this one continues (C11 7.29.4.5.7p2)");
	}
	wchar_t *word = wcstok(s, between, left);
	if (__tuffy_lefts < LEFT)
		__tuffy_left[__tuffy_lefts++] = (uintptr_t)*left;
	return word;
}

static void __tuffy_whole(const mbstate_t *state)
{
	if (!mbsinit(state))
		__tuffy_contract("a state that a conversion from bytes has left within a character is used for the other direction (C11 7.29.6.3p3)");
}

size_t __tuffy_checked_wcrtomb(char *restrict to, wchar_t c, mbstate_t *restrict state)
{
	__tuffy_whole(state);
	return wcrtomb(to, c, state);
}

size_t __tuffy_checked_wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t n, mbstate_t *restrict state)
{
	__tuffy_whole(state);
	return wcsrtombs(to, from, n, state);
}

/* A wint_t that is neither WEOF nor a wchar_t, which has a sign. */
static wint_t __tuffy_character(wint_t c)
{
	if (c > WCHAR_MAX && c != WEOF)
		__tuffy_contract("a function of wide characters is given what is neither a wchar_t nor WEOF (C11 7.30.1p4)");
	return c;
}

#define CLASS(name) int __tuffy_checked_##name(wint_t c) { return name(__tuffy_character(c)); }
CLASS(iswalnum)
CLASS(iswalpha)
CLASS(iswblank)
CLASS(iswcntrl)
CLASS(iswdigit)
CLASS(iswgraph)
CLASS(iswlower)
CLASS(iswprint)
CLASS(iswpunct)
CLASS(iswspace)
CLASS(iswupper)
CLASS(iswxdigit)

wint_t __tuffy_checked_towlower(wint_t c) { return towlower(__tuffy_character(c)); }
wint_t __tuffy_checked_towupper(wint_t c) { return towupper(__tuffy_character(c)); }
