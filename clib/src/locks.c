/* Mutexes, conditions, read-write locks, barriers and semaphores of POSIX, and those of C11 7.26. */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

#include "waits.h"

#define ALL 4096

static int __tuffy_no_time(const struct timespec *t) { return t->tv_nsec < 0 || t->tv_nsec > 999999999; }

/* What stands in a mutex. A mutex of zeros is one of the default type that nobody holds. */
enum { TYPE, WORD, OWNER, COUNT, GONE };
enum { STRICT = 3 }; /* a type beside those of POSIX: mtx_plain, which its owner must not lock again */

/* The word is 0 of a free mutex, 1 of one that is held, 2 of one that others may wait for (Drepper, "Futexes are tricky", 2011). */
static int __tuffy_acquire(int *m, const char *name, int try, int timed)
{
	int self = thread_id() + 1;
	int gone = __atomic_load_n(&m[GONE], __ATOMIC_RELAXED);
	if (gone != 0)
		__tuffy_contract(gone == 1 ? name : "pthread_mutex_lock, mtx_lock: nothing has made the bytes a mutex");
	if (name[0] == 'm' && m[TYPE] == 0)
		__tuffy_contract("mtx_lock: the mutex was not made by mtx_init (C11 7.26.4.3p2)");
	if (__atomic_load_n(&m[OWNER], __ATOMIC_RELAXED) == self) {
		if (m[TYPE] == PTHREAD_MUTEX_RECURSIVE) {
			m[COUNT]++;
			return 0;
		}
		if (try)
			return EBUSY;
		if (m[TYPE] == PTHREAD_MUTEX_ERRORCHECK)
			return EDEADLK;
		if (m[TYPE] == STRICT)
			__tuffy_contract("mtx_lock: the thread holds the mutex, which is not recursive (C11 7.26.4.3)");
	}
	int free = 0;
	if (!__atomic_compare_exchange_n(&m[WORD], &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
		if (try)
			return EBUSY;
		while (__atomic_exchange_n(&m[WORD], 2, __ATOMIC_ACQUIRE) != 0)
			if (__tuffy_wait(&m[WORD], 2, timed))
				return ETIMEDOUT;
	}
	__atomic_store_n(&m[OWNER], self, __ATOMIC_RELAXED);
	return 0;
}

static int __tuffy_release(int *m, const char *name)
{
	if (__atomic_load_n(&m[OWNER], __ATOMIC_RELAXED) != thread_id() + 1) {
		if (m[TYPE] == PTHREAD_MUTEX_RECURSIVE || m[TYPE] == PTHREAD_MUTEX_ERRORCHECK)
			return EPERM;
		__tuffy_contract(name);
	}
	if (m[COUNT] > 0) {
		m[COUNT]--;
		return 0;
	}
	__atomic_store_n(&m[OWNER], 0, __ATOMIC_RELAXED);
	if (__atomic_exchange_n(&m[WORD], 0, __ATOMIC_RELEASE) == 2)
		__tuffy_wake(&m[WORD], 1);
	return 0;
}

static void __tuffy_new_mutex(int *m, int type)
{
	m[TYPE] = type;
	m[COUNT] = 0;
	__atomic_store_n(&m[WORD], 0, __ATOMIC_RELAXED);
	__atomic_store_n(&m[OWNER], 0, __ATOMIC_RELAXED);
	__atomic_store_n(&m[GONE], 0, __ATOMIC_RELAXED);
}

static void __tuffy_end_mutex(int *m, const char *name)
{
	if (__atomic_load_n(&m[WORD], __ATOMIC_RELAXED) != 0)
		__tuffy_contract(name);
	__atomic_store_n(&m[GONE], 1, __ATOMIC_RELAXED);
}

int pthread_mutex_init(pthread_mutex_t *restrict m, const pthread_mutexattr_t *restrict attr)
{
	__tuffy_new_mutex(m->__u.__i, attr == 0 ? PTHREAD_MUTEX_DEFAULT : attr->__attr);
	return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *m)
{
	__tuffy_end_mutex(m->__u.__i, "pthread_mutex_destroy: a thread holds the mutex");
	return 0;
}

int pthread_mutex_lock(pthread_mutex_t *m) { return __tuffy_acquire(m->__u.__i, "pthread_mutex_lock: the mutex was destroyed", 0, 0); }
int pthread_mutex_trylock(pthread_mutex_t *m) { return __tuffy_acquire(m->__u.__i, "pthread_mutex_trylock: the mutex was destroyed", 1, 0); }

int pthread_mutex_timedlock(pthread_mutex_t *restrict m, const struct timespec *restrict until)
{
	if (__tuffy_no_time(until))
		return EINVAL;
	return __tuffy_acquire(m->__u.__i, "pthread_mutex_timedlock: the mutex was destroyed", 0, 1);
}

int pthread_mutex_unlock(pthread_mutex_t *m) { return __tuffy_release(m->__u.__i, "pthread_mutex_unlock: the thread does not hold the mutex"); }

int pthread_mutexattr_init(pthread_mutexattr_t *a)
{
	a->__attr = PTHREAD_MUTEX_DEFAULT;
	return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *a) { return a == 0 ? EINVAL : 0; }

int pthread_mutexattr_settype(pthread_mutexattr_t *a, int type)
{
	if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ERRORCHECK)
		return EINVAL;
	a->__attr = type;
	return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict a, int *restrict type)
{
	*type = a->__attr;
	return 0;
}

int mtx_init(mtx_t *m, int type)
{
	if (type < mtx_plain || type > (mtx_recursive | mtx_timed))
		return thrd_error;
	__tuffy_new_mutex(m->__u.__i, type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : STRICT);
	return thrd_success;
}

void mtx_destroy(mtx_t *m) { __tuffy_end_mutex(m->__u.__i, "mtx_destroy: a thread holds the mutex"); }

/* The results of C11 for an error of POSIX. */
static int __tuffy_status(int error)
{
	return error == 0 ? thrd_success : error == EBUSY ? thrd_busy : error == ETIMEDOUT ? thrd_timedout : thrd_error;
}

int mtx_lock(mtx_t *m) { return __tuffy_status(__tuffy_acquire(m->__u.__i, "mtx_lock: the mutex was destroyed", 0, 0)); }
int mtx_trylock(mtx_t *m) { return __tuffy_status(__tuffy_acquire(m->__u.__i, "mtx_trylock: the mutex was destroyed", 1, 0)); }

int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict until)
{
	if (__tuffy_no_time(until))
		return thrd_error;
	return __tuffy_status(__tuffy_acquire(m->__u.__i, "mtx_timedlock: the mutex was destroyed", 0, 1));
}

int mtx_unlock(mtx_t *m) { return __tuffy_status(__tuffy_release(m->__u.__i, "mtx_unlock: the thread does not hold the mutex")); }

/* A condition is the number of wake-ups there were: who waits does so as long as it stays. Behind it stands what became of it: nothing of
   one of zeros, which POSIX lets be used. */
enum { WAKES, LIFE };
enum { MADE = 1, ENDED };

static void __tuffy_alive(int *c, int c11)
{
	int life = __atomic_load_n(&c[LIFE], __ATOMIC_RELAXED);
	if (life == ENDED)
		__tuffy_contract("a condition is used that was destroyed (C11 7.26.3.1p2)");
	else if (c11 && life != MADE)
		__tuffy_contract("a condition is used that was not made by cnd_init (C11 7.26.3.2p2)");
}

static int __tuffy_await(int *c, int *m, const char *name, int timed)
{
	__tuffy_alive(c, name[0] == 'c');
	int seen = __atomic_load_n(&c[0], __ATOMIC_RELAXED), count = m[COUNT];
	m[COUNT] = 0;
	int error = __tuffy_release(m, name);
	if (error != 0)
		return error;
	int late = __tuffy_wait(&c[0], seen, timed);
	error = __tuffy_acquire(m, "the mutex of the condition was destroyed while a thread waited", 0, 0);
	m[COUNT] = count;
	return late ? ETIMEDOUT : error;
}

static int __tuffy_notify(int *c, int n, int c11)
{
	__tuffy_alive(c, c11);
	__atomic_fetch_add(&c[0], 1, __ATOMIC_RELAXED);
	__tuffy_wake(&c[0], n);
	return 0;
}

static int __tuffy_new_condition(int *c)
{
	__atomic_store_n(&c[LIFE], MADE, __ATOMIC_RELAXED);
	__atomic_store_n(&c[0], 0, __ATOMIC_RELAXED);
	return 0;
}

int pthread_cond_init(pthread_cond_t *restrict c, const pthread_condattr_t *restrict attr) { return __tuffy_new_condition(c->__u.__i); }

static int __tuffy_end_condition(int *c, int c11)
{
	__tuffy_alive(c, c11);
	__atomic_store_n(&c[LIFE], ENDED, __ATOMIC_RELAXED);
	return 0;
}

int pthread_cond_destroy(pthread_cond_t *c) { return c == 0 ? EINVAL : __tuffy_end_condition(c->__u.__i, 0); }
int pthread_cond_signal(pthread_cond_t *c) { return __tuffy_notify(c->__u.__i, 1, 0); }
int pthread_cond_broadcast(pthread_cond_t *c) { return __tuffy_notify(c->__u.__i, ALL, 0); }

int pthread_cond_wait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m)
{
	return __tuffy_await(c->__u.__i, m->__u.__i, "pthread_cond_wait: the thread does not hold the mutex", 0);
}

int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, const struct timespec *restrict until)
{
	if (__tuffy_no_time(until))
		return EINVAL;
	return __tuffy_await(c->__u.__i, m->__u.__i, "pthread_cond_timedwait: the thread does not hold the mutex", 1);
}

int cnd_init(cnd_t *c) { return __tuffy_new_condition(c->__u.__i); }
void cnd_destroy(cnd_t *c) { __tuffy_end_condition(c->__u.__i, 1); }
int cnd_signal(cnd_t *c) { return __tuffy_notify(c->__u.__i, 1, 1); }
int cnd_broadcast(cnd_t *c) { return __tuffy_notify(c->__u.__i, ALL, 1); }
int cnd_wait(cnd_t *c, mtx_t *m) { return __tuffy_status(__tuffy_await(c->__u.__i, m->__u.__i, "cnd_wait: the thread does not hold the mutex", 0)); }

int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict until)
{
	if (__tuffy_no_time(until))
		return thrd_error;
	return __tuffy_status(__tuffy_await(c->__u.__i, m->__u.__i, "cnd_timedwait: the thread does not hold the mutex", 1));
}

/* A read-write lock is the number of its readers, or -1 of a writer, whose number follows. */
enum { USERS, WRITER, WRITTEN };

static int __tuffy_share(int *l, int try, int timed)
{
	int n = __atomic_load_n(&l[USERS], __ATOMIC_RELAXED);
	for (;;) {
		if (n >= 0) {
			/* A reader comes behind the writers, and behind no other reader. */
			if (__atomic_compare_exchange_n(&l[USERS], &n, n + 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
				__atomic_load_n(&l[WRITTEN], __ATOMIC_ACQUIRE);
				return 0;
			}
			continue;
		}
		if (try)
			return EBUSY;
		if (__atomic_load_n(&l[WRITER], __ATOMIC_RELAXED) == thread_id() + 1)
			return EDEADLK;
		if (__tuffy_wait(&l[USERS], n, timed))
			return ETIMEDOUT;
		n = __atomic_load_n(&l[USERS], __ATOMIC_RELAXED);
	}
}

static int __tuffy_exclude(int *l, int try, int timed)
{
	for (;;) {
		int n = 0;
		if (__atomic_compare_exchange_n(&l[USERS], &n, -1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
			__atomic_store_n(&l[WRITER], thread_id() + 1, __ATOMIC_RELAXED);
			return 0;
		}
		if (try)
			return EBUSY;
		if (n < 0 && __atomic_load_n(&l[WRITER], __ATOMIC_RELAXED) == thread_id() + 1)
			return EDEADLK;
		if (__tuffy_wait(&l[USERS], n, timed))
			return ETIMEDOUT;
	}
}

int pthread_rwlock_init(pthread_rwlock_t *restrict l, const pthread_rwlockattr_t *restrict attr)
{
	__atomic_store_n(&l->__u.__i[USERS], 0, __ATOMIC_RELAXED);
	__atomic_store_n(&l->__u.__i[WRITER], 0, __ATOMIC_RELAXED);
	return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
	if (__atomic_load_n(&l->__u.__i[USERS], __ATOMIC_RELAXED) != 0)
		__tuffy_contract("pthread_rwlock_destroy: a thread holds the lock");
	return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *l) { return __tuffy_share(l->__u.__i, 0, 0); }
int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) { return __tuffy_share(l->__u.__i, 1, 0); }
int pthread_rwlock_wrlock(pthread_rwlock_t *l) { return __tuffy_exclude(l->__u.__i, 0, 0); }
int pthread_rwlock_trywrlock(pthread_rwlock_t *l) { return __tuffy_exclude(l->__u.__i, 1, 0); }

int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict l, const struct timespec *restrict until)
{
	return __tuffy_no_time(until) ? EINVAL : __tuffy_share(l->__u.__i, 0, 1);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict l, const struct timespec *restrict until)
{
	return __tuffy_no_time(until) ? EINVAL : __tuffy_exclude(l->__u.__i, 0, 1);
}

int pthread_rwlock_unlock(pthread_rwlock_t *rw)
{
	int *l = rw->__u.__i, n = __atomic_load_n(&l[USERS], __ATOMIC_RELAXED);
	if (n == 0 || n < 0 && __atomic_load_n(&l[WRITER], __ATOMIC_RELAXED) != thread_id() + 1) {
		__tuffy_contract("pthread_rwlock_unlock: the thread does not hold the lock");
		return EPERM;
	}
	if (n < 0) {
		__atomic_store_n(&l[WRITER], 0, __ATOMIC_RELAXED);
		__atomic_store_n(&l[WRITTEN], 1, __ATOMIC_RELEASE);
		__atomic_store_n(&l[USERS], 0, __ATOMIC_RELEASE);
		__tuffy_wake(&l[USERS], ALL);
	} else if (__atomic_fetch_sub(&l[USERS], 1, __ATOMIC_RELEASE) == 1)
		__tuffy_wake(&l[USERS], ALL);
	return 0;
}

int pthread_spin_init(pthread_spinlock_t *s, int shared)
{
	__atomic_store_n(s, 0, __ATOMIC_RELAXED);
	return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *s) { return s == 0 ? EINVAL : 0; }

int pthread_spin_trylock(pthread_spinlock_t *s) { return __atomic_exchange_n(s, 1, __ATOMIC_ACQUIRE) ? EBUSY : 0; }

int pthread_spin_lock(pthread_spinlock_t *s)
{
	while (__atomic_exchange_n(s, 1, __ATOMIC_ACQUIRE))
		__tuffy_wait((int *)s, 1, 0);
	return 0;
}

int pthread_spin_unlock(pthread_spinlock_t *s)
{
	if (__atomic_exchange_n(s, 0, __ATOMIC_RELEASE) == 0)
		__tuffy_contract("pthread_spin_unlock: nobody holds the lock");
	__tuffy_wake((int *)s, 1);
	return 0;
}

/* A barrier has how many it is for, how many came, and how often it opened. */
enum { FOR, CAME, OPENED };

int pthread_barrier_init(pthread_barrier_t *restrict b, const pthread_barrierattr_t *restrict attr, unsigned n)
{
	if (n == 0)
		return EINVAL;
	b->__u.__i[FOR] = n;
	__atomic_store_n(&b->__u.__i[CAME], 0, __ATOMIC_RELAXED);
	__atomic_store_n(&b->__u.__i[OPENED], 0, __ATOMIC_RELAXED);
	return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *b) { return b == 0 ? EINVAL : 0; }

/* The last one that comes sees what all did before, as each adds itself with acquire and release, and the others see what the last one saw. */
int pthread_barrier_wait(pthread_barrier_t *barrier)
{
	int *b = barrier->__u.__i, turn = __atomic_load_n(&b[OPENED], __ATOMIC_RELAXED);
	if (__atomic_add_fetch(&b[CAME], 1, __ATOMIC_ACQ_REL) == b[FOR]) {
		__atomic_store_n(&b[CAME], 0, __ATOMIC_RELAXED);
		__atomic_fetch_add(&b[OPENED], 1, __ATOMIC_RELEASE);
		__tuffy_wake(&b[OPENED], ALL);
		return PTHREAD_BARRIER_SERIAL_THREAD;
	}
	while (__atomic_load_n(&b[OPENED], __ATOMIC_ACQUIRE) == turn)
		__tuffy_wait(&b[OPENED], turn, 0);
	return 0;
}

int sem_init(sem_t *s, int shared, unsigned value)
{
	if (value > 0x7fffffff) {
		errno = EINVAL;
		return -1;
	}
	__atomic_store_n((int *)&s->__val[0], (int)value, __ATOMIC_RELAXED);
	return 0;
}

int sem_destroy(sem_t *s) { return s == 0 ? -1 : 0; }

static int __tuffy_take_one(sem_t *s, int try, int timed)
{
	int *v = (int *)&s->__val[0], n = __atomic_load_n(v, __ATOMIC_RELAXED);
	for (;;) {
		if (n > 0) {
			if (__atomic_compare_exchange_n(v, &n, n - 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
				return 0;
			continue;
		}
		if (try || __tuffy_wait(v, 0, timed)) {
			errno = try ? EAGAIN : ETIMEDOUT;
			return -1;
		}
		n = __atomic_load_n(v, __ATOMIC_RELAXED);
	}
}

int sem_wait(sem_t *s) { return __tuffy_take_one(s, 0, 0); }
int sem_trywait(sem_t *s) { return __tuffy_take_one(s, 1, 0); }

int sem_timedwait(sem_t *restrict s, const struct timespec *restrict until)
{
	if (__tuffy_no_time(until)) {
		errno = EINVAL;
		return -1;
	}
	return __tuffy_take_one(s, 0, 1);
}

int sem_post(sem_t *s)
{
	int *v = (int *)&s->__val[0];
	__atomic_fetch_add(v, 1, __ATOMIC_ACQ_REL);
	__tuffy_wake(v, 1);
	return 0;
}

int sem_getvalue(sem_t *restrict s, int *restrict value)
{
	*value = __atomic_load_n((int *)&s->__val[0], __ATOMIC_RELAXED);
	return 0;
}
