/* <threads.h>: C11 7.26. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

static mtx_t lock;
static cnd_t change;
static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;
static int queue[3], in, out, made, ended;
static atomic_int started;

static void make(void) { made++; }

static void ends(void *p) {
	mtx_lock(&lock);
	ended += *(int *)p;
	mtx_unlock(&lock);
}

static int puts_in(void *p) {
	int n = *(int *)p;
	call_once(&flag, make);
	tss_set(key, p);
	atomic_fetch_add(&started, 1);
	for (int i = 1; i <= 10; i++) {
		mtx_lock(&lock);
		while (in - out == 3) cnd_wait(&change, &lock);
		queue[in++ % 3] = n * i;
		cnd_broadcast(&change);
		mtx_unlock(&lock);
		thrd_yield();
	}
	if (n == 2) thrd_exit(*(int *)tss_get(key) + 5);
	return n + 100;
}

static int tries(void *p) {
	struct timespec past = {1, 0};
	int busy = mtx_trylock(p) == thrd_busy, late = mtx_timedlock(p, &past) == thrd_timedout;
	return 10 * busy + late;
}

int main(void) {
	int numbers[3] = {1, 2, 3}, sum = 0, r;
	thrd_t t[3];
	printf("%d %d %d\n", mtx_init(&lock, mtx_plain) == thrd_success, cnd_init(&change) == thrd_success, tss_create(&key, ends) == thrd_success);
	for (int i = 0; i < 3; i++)
		if (thrd_create(&t[i], puts_in, &numbers[i]) != thrd_success) abort();
	for (int i = 0; i < 30; i++) {
		mtx_lock(&lock);
		while (in == out) cnd_wait(&change, &lock);
		sum += queue[out++ % 3];
		cnd_broadcast(&change);
		mtx_unlock(&lock);
	}
	for (int i = 0; i < 3; i++) {
		if (thrd_join(t[i], &r) != thrd_success) abort();
		printf("%d, ", r);
	}
	printf("%d %d %d %d\n", sum, made, ended, atomic_load(&started));
	tss_delete(key);

	struct timespec soon = {1, 0}, none = {0, 1};
	mtx_lock(&lock);
	printf("%d %d\n", cnd_timedwait(&change, &lock, &soon) == thrd_timedout, thrd_sleep(&none, 0));
	mtx_unlock(&lock);
	cnd_destroy(&change), mtx_destroy(&lock);

	mtx_t again;
	mtx_init(&again, mtx_recursive | mtx_timed);
	printf("%d %d %d\n", mtx_lock(&again) == thrd_success, mtx_lock(&again) == thrd_success, mtx_trylock(&again) == thrd_success);
	thrd_create(&t[0], tries, &again);
	thrd_join(t[0], &r);
	printf("%d ", r);
	mtx_unlock(&again), mtx_unlock(&again), mtx_unlock(&again);
	thrd_create(&t[0], tries, &again);
	thrd_detach(t[0]);
	printf("%d\n", thrd_equal(thrd_current(), thrd_current()) != 0);
	return 0;
}
