/* Threads of C11 7.26 and of POSIX on those of the interpreter: thread_spawn, thread_join and thread_id, and two functions to wait
   for a word of memory to change. Locks are words that atomic operations change, so that what they order is what the interpreter sees. */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

#include "waits.h"

#define KEYS 128

struct __pthread {
	int id, detached, canceled, uncancelable;
	void *(*start)(void *);
	int (*start_int)(void *);
	void *argument, *result;
	struct __ptcb *cleanup;
	void *values[KEYS];
	jmp_buf end;
};

/* Each thread reads and writes its own entry alone. */
static struct __pthread *__tuffy_threads[THREADS];
static struct __pthread __tuffy_first;

/* The record of the thread. The first one, and what atexit was given, has none at its start. */
static struct __pthread *__tuffy_self(void)
{
	int id = thread_id();
	if (__tuffy_threads[id] == 0) {
		__tuffy_threads[id] = id == 0 ? &__tuffy_first : calloc(1, sizeof __tuffy_first);
		__tuffy_threads[id]->id = id;
	}
	return __tuffy_threads[id];
}

/* Threads that were joined, or ended and were detached, the latest ones. */
static struct __pthread *__tuffy_gone[64];
static int __tuffy_goes;

static void __tuffy_bury(struct __pthread *t)
{
	__atomic_store_n(&__tuffy_gone[__atomic_fetch_add(&__tuffy_goes, 1, __ATOMIC_RELAXED) % 64], t, __ATOMIC_RELAXED);
	free(t);
}

static int __tuffy_buried(struct __pthread *t, int forget)
{
	for (int i = 0; i < 64; i++)
		if (__atomic_load_n(&__tuffy_gone[i], __ATOMIC_RELAXED) == t) {
			if (forget)
				__atomic_store_n(&__tuffy_gone[i], 0, __ATOMIC_RELAXED);
			return 1;
		}
	return 0;
}

static struct key {
	int used;
	void (*destroy)(void *);
} __tuffy_keys[KEYS];

static pthread_mutex_t __tuffy_keys_lock;

/* What a thread that pthread_exit ends does first: handlers of clean-up, the last first, which use what is on its stack. */
static void __tuffy_clean_up(struct __pthread *t)
{
	while (t->cleanup != 0) {
		struct __ptcb *c = t->cleanup;
		t->cleanup = c->__next;
		c->__f(c->__x);
	}
}

/* What a thread does at its end (POSIX, pthread_exit): the destructors of its values, which may set values again. */
static void __tuffy_finish(struct __pthread *t)
{
	for (int round = 0, again = 1; again && round < TSS_DTOR_ITERATIONS; round++) {
		again = 0;
		for (int k = 0; k < KEYS; k++) {
			void *v = t->values[k];
			if (v == 0)
				continue;
			t->values[k] = 0;
			pthread_mutex_lock(&__tuffy_keys_lock);
			void (*destroy)(void *) = __tuffy_keys[k].destroy;
			pthread_mutex_unlock(&__tuffy_keys_lock);
			if (destroy != 0)
				destroy(v), again = 1;
		}
	}
}

/* The function that each thread begins with. */
static long __tuffy_thread(void *p)
{
	struct __pthread *t = p;
	while (__atomic_load_n(&t->id, __ATOMIC_ACQUIRE) == 0)
		__tuffy_wait(&t->id, 0, 0);
	__tuffy_threads[thread_id()] = t;
	if (setjmp(t->end) == 0) {
		if (t->start != 0)
			t->result = t->start(t->argument);
		else
			t->result = (void *)(long)t->start_int(t->argument);
	}
	__tuffy_finish(t);
	__tuffy_threads[thread_id()] = 0;
	if (__atomic_exchange_n(&t->detached, 2, __ATOMIC_ACQ_REL) == 1)
		__tuffy_bury(t);
	return 0;
}

static int __tuffy_create(struct __pthread **to, int detached, void *(*start)(void *), int (*start_int)(void *), void *argument)
{
	struct __pthread *t = calloc(1, sizeof *t);
	if (t == 0)
		return EAGAIN;
	__tuffy_buried(t, 1);
	t->start = start;
	t->start_int = start_int;
	t->argument = argument;
	t->detached = detached;
	*to = t;
	/* The thread begins when its number is known, as it may end its record at once. */
	__atomic_store_n(&t->id, thread_spawn(__tuffy_thread, t), __ATOMIC_RELEASE);
	__tuffy_wake(&t->id, 1);
	return 0;
}

int pthread_create(pthread_t *restrict to, const pthread_attr_t *restrict attr, void *(*start)(void *), void *restrict argument)
{
	return __tuffy_create(to, attr != 0 && attr->__u.__i[0] == PTHREAD_CREATE_DETACHED, start, 0, argument);
}

int pthread_join(pthread_t t, void **result)
{
	if (t == __tuffy_self())
		return EDEADLK;
	if (t == &__tuffy_first)
		__tuffy_contract("pthread_join: the first thread was made by nobody who could wait for it");
	if (__tuffy_buried(t, 0)) {
		__tuffy_contract("thrd_join, pthread_join: the thread was joined or detached already (C11 7.26.5.6p2)");
		return ESRCH;
	}
	int state = __atomic_load_n(&t->detached, __ATOMIC_RELAXED);
	if (state == 1)
		__tuffy_contract("pthread_join: the thread is detached");
	thread_join(t->id);
	if (result != 0)
		*result = t->result;
	__tuffy_bury(t);
	return 0;
}

int pthread_detach(pthread_t t)
{
	if (__tuffy_buried(t, 0)) {
		__tuffy_contract("thrd_detach, pthread_detach: the thread was joined or detached already (C11 7.26.5.3p2)");
		return ESRCH;
	}
	switch (__atomic_exchange_n(&t->detached, 1, __ATOMIC_ACQ_REL)) {
	case 1:
		__tuffy_contract("pthread_detach: the thread is detached");
		break;
	case 2:
		__tuffy_bury(t);
	}
	return 0;
}

/* The first thread waits for the others, as the process ends with its last thread. */
_Noreturn void pthread_exit(void *result)
{
	struct __pthread *t = __tuffy_self();
	__tuffy_clean_up(t);
	if (t->start == 0 && t->start_int == 0) {
		__tuffy_finish(t);
		__tuffy_wait_others();
		exit(0);
	}
	t->result = result;
	longjmp(t->end, 1);
}

/* A thread that is to be canceled ends where it asks, and where it sleeps; it is no way out of a wait. */
int pthread_cancel(pthread_t t)
{
	__atomic_store_n(&t->canceled, 1, __ATOMIC_RELEASE);
	return 0;
}

void pthread_testcancel(void)
{
	struct __pthread *t = __tuffy_self();
	if (!t->uncancelable && __atomic_load_n(&t->canceled, __ATOMIC_ACQUIRE)) {
		t->uncancelable = 1;
		pthread_exit(PTHREAD_CANCELED);
	}
}

int pthread_setcancelstate(int state, int *old)
{
	struct __pthread *t = __tuffy_self();
	if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
		return EINVAL;
	if (old != 0)
		*old = t->uncancelable;
	t->uncancelable = state;
	return 0;
}

pthread_t pthread_self(void) { return __tuffy_self(); }
int(pthread_equal)(pthread_t a, pthread_t b) { return a == b; }

void _pthread_cleanup_push(struct __ptcb *c, void (*f)(void *), void *argument)
{
	struct __pthread *t = __tuffy_self();
	c->__f = f;
	c->__x = argument;
	c->__next = t->cleanup;
	t->cleanup = c;
}

void _pthread_cleanup_pop(struct __ptcb *c, int execute)
{
	__tuffy_self()->cleanup = c->__next;
	if (execute)
		c->__f(c->__x);
}

int pthread_attr_init(pthread_attr_t *a)
{
	*a = (pthread_attr_t){0};
	a->__u.__s[1] = 8 << 20;
	return 0;
}

int pthread_attr_destroy(pthread_attr_t *a) { return a == 0 ? EINVAL : 0; }

int pthread_attr_setdetachstate(pthread_attr_t *a, int state)
{
	if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
		return EINVAL;
	a->__u.__i[0] = state;
	return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *a, int *state)
{
	*state = a->__u.__i[0];
	return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *a, size_t size)
{
	if (size < 16384)
		return EINVAL;
	a->__u.__s[1] = size;
	return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *restrict a, size_t *restrict size)
{
	*size = a->__u.__s[1];
	return 0;
}

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *))
{
	int error = EAGAIN;
	pthread_mutex_lock(&__tuffy_keys_lock);
	for (int k = 0; k < KEYS && error != 0; k++)
		if (!__tuffy_keys[k].used) {
			__tuffy_keys[k] = (struct key){1, destroy};
			*key = k;
			error = 0;
		}
	pthread_mutex_unlock(&__tuffy_keys_lock);
	return error;
}

int pthread_key_delete(pthread_key_t key)
{
	int error = EINVAL;
	pthread_mutex_lock(&__tuffy_keys_lock);
	if (key < KEYS && __tuffy_keys[key].used) {
		__tuffy_keys[key] = (struct key){0};
		error = 0;
	}
	pthread_mutex_unlock(&__tuffy_keys_lock);
	return error;
}

void *pthread_getspecific(pthread_key_t key)
{
	if (key >= KEYS || !__tuffy_keys[key].used)
		__tuffy_contract("tss_get, pthread_getspecific: that is no key, or it was deleted (C11 7.26.6.3p2)");
	return key < KEYS ? __tuffy_self()->values[key] : 0;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
	if (key >= KEYS || !__tuffy_keys[key].used) {
		__tuffy_contract("tss_set, pthread_setspecific: that is no key, or it was deleted (C11 7.26.6.4p2)");
		return EINVAL;
	}
	__tuffy_self()->values[key] = (void *)value;
	return 0;
}

/* 0 is a once that nobody began, 1 one that a thread is about, 2 one that is done. */
static void __tuffy_once(int *once, void (*f)(void))
{
	for (;;) {
		int state = 0;
		if (__atomic_compare_exchange_n(once, &state, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
			f();
			__atomic_store_n(once, 2, __ATOMIC_RELEASE);
			__tuffy_wake(once, THREADS);
			return;
		}
		if (state == 2)
			return;
		__tuffy_wait(once, 1, 0);
	}
}

int pthread_once(pthread_once_t *once, void (*f)(void))
{
	__tuffy_once(once, f);
	return 0;
}

void call_once(once_flag *once, void (*f)(void)) { __tuffy_once(once, f); }

int thrd_create(thrd_t *to, thrd_start_t start, void *argument)
{
	return __tuffy_create(to, 0, 0, start, argument) == 0 ? thrd_success : thrd_nomem;
}

int thrd_join(thrd_t t, int *result)
{
	void *r = 0;
	if (pthread_join(t, &r) != 0)
		return thrd_error;
	if (result != 0)
		*result = (long)r;
	return thrd_success;
}

int thrd_detach(thrd_t t) { return pthread_detach(t); }
_Noreturn void thrd_exit(int result) { pthread_exit((void *)(long)result); }
thrd_t thrd_current(void) { return __tuffy_self(); }
int(thrd_equal)(thrd_t a, thrd_t b) { return a == b; }
void thrd_yield(void) { thread_yield(); }

int sched_yield(void)
{
	thread_yield();
	return 0;
}

/* No time passes: whoever sleeps lets the others go on. */
static int __tuffy_sleep(const struct timespec *time, struct timespec *left)
{
	if (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec > 999999999)
		return EINVAL;
	if (left != 0)
		*left = (struct timespec){0};
	thread_yield();
	pthread_testcancel();
	return 0;
}

int thrd_sleep(const struct timespec *time, struct timespec *left) { return __tuffy_sleep(time, left) == 0 ? 0 : -2; }

int nanosleep(const struct timespec *time, struct timespec *left)
{
	int error = __tuffy_sleep(time, left);
	if (error == 0)
		return 0;
	errno = error;
	return -1;
}

int tss_create(tss_t *key, tss_dtor_t destroy) { return pthread_key_create(key, destroy) == 0 ? thrd_success : thrd_error; }
void tss_delete(tss_t key) { pthread_key_delete(key); }
void *tss_get(tss_t key) { return pthread_getspecific(key); }
int tss_set(tss_t key, void *value) { return pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error; }
