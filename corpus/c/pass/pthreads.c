/* Threads of POSIX: results, mutexes of all types, conditions, read-write locks, barriers, semaphores, once, keys, clean-up, attributes. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WORKERS = 4, ROUNDS = 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static long total;
static int turn;

static void *adds(void *p) {
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&lock);
		total += (long)p;
		pthread_mutex_unlock(&lock);
	}
	return p;
}

static void *in_turn(void *p) {
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&lock);
		while (turn % WORKERS != (long)p) pthread_cond_wait(&change, &lock);
		printf("%ld ", (long)p);
		turn++;
		pthread_cond_broadcast(&change);
		pthread_mutex_unlock(&lock);
	}
	return 0;
}

static void all(void *(*f)(void *), long n) {
	pthread_t t[WORKERS];
	long sum = 0;
	for (long i = 0; i < n; i++)
		if (pthread_create(&t[i], 0, f, (void *)i)) abort();
	for (int i = 0; i < n; i++) {
		void *r;
		if (pthread_join(t[i], &r)) abort();
		sum = 10 * sum + (long)r;
	}
	printf("[%ld]\n", sum);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int made;
static void make(void) { made++; }
static void *once_each(void *p) {
	pthread_once(&once, make);
	return (void *)(long)made;
}

static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static int table[8];
static void *reads_and_writes(void *p) {
	int bad = 0;
	for (int i = 0; i < ROUNDS; i++)
		if (i % 5 == (long)p) {
			pthread_rwlock_wrlock(&shared);
			for (int k = 0; k < 8; k++) table[k]++;
			pthread_rwlock_unlock(&shared);
		} else {
			pthread_rwlock_rdlock(&shared);
			for (int k = 1; k < 8; k++) bad += table[k] != table[0];
			pthread_rwlock_unlock(&shared);
		}
	return (void *)(long)bad;
}

static pthread_barrier_t gate;
static int phase[WORKERS];
static void *in_phases(void *p) {
	int last = 0, seen = 0;
	for (int i = 1; i <= 3; i++) {
		phase[(long)p] = i;
		last += pthread_barrier_wait(&gate) == PTHREAD_BARRIER_SERIAL_THREAD;
		for (int k = 0; k < WORKERS; k++) seen += phase[k] == i;
		pthread_barrier_wait(&gate);
	}
	pthread_mutex_lock(&lock);
	total += last;
	pthread_mutex_unlock(&lock);
	return (void *)(long)(seen == 3 * WORKERS);
}

static sem_t items, room;
static int ring[2];
static void *produces(void *p) {
	for (int i = 0; i < 10; i++) {
		sem_wait(&room);
		ring[i % 2] = i;
		sem_post(&items);
	}
	return 0;
}

static pthread_key_t key;
static void ends(void *p) {
	pthread_mutex_lock(&lock);
	total += *(int *)p;
	pthread_mutex_unlock(&lock);
	free(p);
}
static void says(void *p) { printf("clean-up %s\n", (char *)p); }
static void *with_key(void *p) {
	int *v = malloc(sizeof *v);
	*v = (long)p + 1;
	if (pthread_getspecific(key)) abort();
	pthread_setspecific(key, v);
	sched_yield();
	return (void *)(long)*(int *)pthread_getspecific(key);
}
static void deep(int n) {
	if (n == 0) pthread_exit((void *)7);
	deep(n - 1);
}
static void *exits(void *p) {
	pthread_cleanup_push(says, "outer");
	pthread_cleanup_push(says, "inner");
	pthread_cleanup_pop(1);
	pthread_cleanup_push(says, "second");
	deep(3);
	pthread_cleanup_pop(0);
	pthread_cleanup_pop(0);
	return 0;
}

static sem_t detached_done;
static void *detached(void *p) {
	sem_post(&detached_done);
	return 0;
}

static pthread_mutex_t strict;
static void *tries(void *p) {
	int try = pthread_mutex_trylock(&strict), un = pthread_mutex_unlock(&strict);
	struct timespec past = {1, 0};
	int late = pthread_mutex_timedlock(&strict, &past);
	return (void *)(long)((try == EBUSY) * 100 + (un == EPERM) * 10 + (late == ETIMEDOUT));
}

static void show(int v) { printf("%d ", v); }

static void types(void) {
	pthread_mutexattr_t a;
	int type;
	pthread_mutexattr_init(&a);
	printf("%d ", pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE));
	pthread_mutexattr_gettype(&a, &type);
	pthread_mutex_t m;
	pthread_mutex_init(&m, &a);
	show(type == PTHREAD_MUTEX_RECURSIVE);
	show(pthread_mutex_lock(&m)), show(pthread_mutex_lock(&m)), show(pthread_mutex_trylock(&m));
	show(pthread_mutex_unlock(&m)), show(pthread_mutex_unlock(&m)), show(pthread_mutex_unlock(&m));
	show(pthread_mutex_unlock(&m) == EPERM), show(pthread_mutex_destroy(&m));
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&strict, &a);
	pthread_mutexattr_destroy(&a);
	show(pthread_mutex_lock(&strict)), show(pthread_mutex_lock(&strict) == EDEADLK), show(pthread_mutex_trylock(&strict) == EBUSY);
	all(tries, 2);
	pthread_mutex_unlock(&strict);
	pthread_mutex_destroy(&strict);
}

int main(void) {
	setvbuf(stdout, 0, _IONBF, 0);
	all(adds, WORKERS);
	printf("%ld\n", total);
	all(in_turn, WORKERS);
	all(once_each, WORKERS);
	all(reads_and_writes, WORKERS);
	printf("%d\n", table[7]);
	total = 0;
	pthread_barrier_init(&gate, 0, WORKERS);
	all(in_phases, WORKERS);
	pthread_barrier_destroy(&gate);
	printf("%ld\n", total);

	sem_init(&items, 0, 0), sem_init(&room, 0, 2);
	pthread_t producer;
	pthread_create(&producer, 0, produces, 0);
	for (int i = 0; i < 10; i++) {
		sem_wait(&items);
		printf("%d ", ring[i % 2]);
		sem_post(&room);
	}
	pthread_join(producer, 0);
	int left;
	sem_getvalue(&room, &left);
	show(left), show(sem_trywait(&items)), show(errno == EAGAIN);
	struct timespec soon = {1, 0};
	show(sem_timedwait(&items, &soon)), show(errno == ETIMEDOUT);
	sem_destroy(&items), sem_destroy(&room);

	total = 0;
	pthread_key_create(&key, ends);
	all(with_key, WORKERS);
	printf("%ld %d\n", total, pthread_key_delete(key));
	all(exits, 1);

	pthread_attr_t a;
	int state;
	pthread_attr_init(&a);
	printf("%d ", pthread_attr_setstacksize(&a, 1 << 20));
	size_t size;
	pthread_attr_getstacksize(&a, &size);
	pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
	pthread_attr_getdetachstate(&a, &state);
	printf("%zu %d\n", size, state == PTHREAD_CREATE_DETACHED);
	sem_init(&detached_done, 0, 0);
	pthread_t t;
	pthread_create(&t, &a, detached, 0), sem_wait(&detached_done);
	pthread_create(&t, 0, detached, 0), pthread_detach(t), sem_wait(&detached_done);
	pthread_attr_destroy(&a);

	types();
	pthread_mutex_lock(&lock);
	struct timespec bad = {0, 1000000000};
	printf("%d %d\n", pthread_cond_timedwait(&change, &lock, &soon) == ETIMEDOUT, pthread_cond_timedwait(&change, &lock, &bad) == EINVAL);
	pthread_mutex_unlock(&lock);
	pthread_spinlock_t spin;
	pthread_spin_init(&spin, 0);
	pthread_spin_lock(&spin);
	printf("%d ", pthread_spin_trylock(&spin) == EBUSY);
	pthread_spin_unlock(&spin);
	printf("%d ", pthread_spin_trylock(&spin));
	pthread_spin_unlock(&spin);
	pthread_spin_destroy(&spin);
	pthread_rwlock_rdlock(&shared);
	show(pthread_rwlock_tryrdlock(&shared)), show(pthread_rwlock_trywrlock(&shared) == EBUSY);
	pthread_rwlock_unlock(&shared), pthread_rwlock_unlock(&shared);
	pthread_rwlock_wrlock(&shared);
	printf("%d %d\n", pthread_rwlock_tryrdlock(&shared) == EBUSY, pthread_rwlock_wrlock(&shared) == EDEADLK);
	pthread_rwlock_unlock(&shared);
	printf("%d %d\n", pthread_equal(pthread_self(), pthread_self()) != 0, pthread_join(pthread_self(), 0) == EDEADLK);
	return 3;
}
