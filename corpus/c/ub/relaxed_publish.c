/* TUF-UB-023 a relaxed flag publishes nothing: the read of the data is not ordered with its write (C11 5.1.2.4p25) */
#include <stdatomic.h>
#include <threads.h>
static int data;
static atomic_int ready;
static int writer(void *p) {
	(void)p;
	data = 42;
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	return 0;
}
int main(void) {
	thrd_t t;
	if (thrd_create(&t, writer, 0) != thrd_success)
		return 1;
	while (!atomic_load_explicit(&ready, memory_order_relaxed))
		thrd_yield();
	int got = data; /* HERE */
	thrd_join(t, 0);
	return got != 42;
}
