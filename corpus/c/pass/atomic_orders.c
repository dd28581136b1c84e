/* A store with release, a fence before a relaxed store, and a chain of read-modify-writes order what was written before
   with what reads behind an acquire (C11 5.1.2.4, 7.17.3, 7.17.4). */
#include <stdatomic.h>
#include <stdio.h>
#include <threads.h>
static int data[3];
static atomic_int ready[3];
static int writer(void *p) {
	(void)p;
	data[0] = 1;
	atomic_store_explicit(&ready[0], 1, memory_order_release);
	data[1] = 2;
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&ready[1], 1, memory_order_relaxed);
	data[2] = 3;
	atomic_fetch_add_explicit(&ready[2], 1, memory_order_acq_rel);
	atomic_fetch_add_explicit(&ready[2], 1, memory_order_relaxed);
	return 0;
}
int main(void) {
	thrd_t t;
	if (thrd_create(&t, writer, 0) != thrd_success)
		return 1;
	while (!atomic_load_explicit(&ready[0], memory_order_acquire))
		thrd_yield();
	int a = data[0];
	while (!atomic_load_explicit(&ready[1], memory_order_relaxed))
		thrd_yield();
	atomic_thread_fence(memory_order_acquire);
	int b = data[1], want = 2;
	while (!atomic_compare_exchange_weak_explicit(&ready[2], &want, 5, memory_order_acquire, memory_order_relaxed)) {
		want = 2;
		thrd_yield();
	}
	printf("%d %d %d\n", a, b, data[2]);
	return thrd_join(t, 0) != thrd_success;
}
