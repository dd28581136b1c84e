/* Memory (C11 7.22.3), from brk. Blocks have 32, 48, 64, 96, ... bytes, their classes; before each stand its capacity and its class. A free
   block has the address of the next one of its class in its first word. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "system.h"

enum { BRK = 12, CLASSES = 94 };

typedef unsigned long word;

static struct {
	word next, end; /* of what the system gave and no block has; 0 at the start */
	word free[CLASSES];
} __tuffy_heap;

/* n more bytes, null if the system has none. */
static word *__tuffy_more(word n)
{
	if (__tuffy_heap.next == 0)
		__tuffy_heap.next = __tuffy_heap.end = (__tuffy_syscall(BRK, 0, 0, 0) + 15) & -16ul;
	word start = __tuffy_heap.next, behind = start + n;
	if (behind < start)
		return 0;
	if (behind > __tuffy_heap.end) {
		word end = (behind + 0xffff) & -0x10000ul;
		if (end < behind || __tuffy_syscall(BRK, end, 0, 0) < end)
			return 0;
		__tuffy_heap.end = end;
	}
	__tuffy_heap.next = behind;
	return (word *)start;
}

static void *__tuffy_no_memory(void)
{
	errno = ENOMEM;
	return 0;
}

void *malloc(size_t n)
{
	if (n > 1ul << 44)
		return __tuffy_no_memory();
	word capacity = 32, class = 0;
	if (n > 32) {
		/* 2^b < n <= 2^(b+1), and between them lies 3 * 2^(b-1). */
		int b = 63 - __builtin_clzl(n - 1);
		capacity = 3ul << (b - 1);
		class = 2 * b - 9;
		if (n > capacity) {
			capacity = 2ul << b;
			class++;
		}
	}
	word *p = (word *)__tuffy_heap.free[class];
	if (p != 0) {
		__tuffy_heap.free[class] = *p;
		return p;
	}
	p = __tuffy_more(capacity + 16);
	if (p == 0)
		return __tuffy_no_memory();
	p[0] = capacity;
	p[1] = class;
	return p + 2;
}

/* A capacity of 0 is that of a block that aligned_alloc moved: the word behind it says where it starts. */
void free(void *block)
{
	word *p = block;
	if (p == 0)
		return;
	if (p[-2] == 0)
		p = (word *)p[-1];
	word class = p[-1];
	*p = __tuffy_heap.free[class];
	__tuffy_heap.free[class] = (word)p;
}

void *calloc(size_t n, size_t size)
{
	__uint128_t all = (__uint128_t)n * size;
	if (all >> 64 != 0)
		return __tuffy_no_memory();
	void *p = malloc(all);
	return p == 0 ? 0 : memset(p, 0, all);
}

void *aligned_alloc(size_t alignment, size_t n)
{
	if (alignment <= 16)
		return malloc(n);
	if (n > 1ul << 44)
		return __tuffy_no_memory();
	void *block = malloc(n + alignment + 16);
	if (block == 0)
		return 0;
	word *p = (word *)(((word)block + 16 + alignment - 1) & -alignment);
	p[-2] = 0;
	p[-1] = (word)block;
	return p;
}

int posix_memalign(void **to, size_t alignment, size_t n)
{
	if (alignment < 8 || alignment > 1 << 30 || (alignment & (alignment - 1)) != 0)
		return EINVAL;
	int error = errno;
	void *p = aligned_alloc(alignment, n);
	errno = error;
	if (p == 0)
		return ENOMEM;
	*to = p;
	return 0;
}

void *realloc(void *old, size_t n)
{
	word *p = old;
	if (p == 0)
		return malloc(n);
	word had = p[-2];
	if (had == 0)
		had = ((word *)p[-1])[-2] + p[-1] - (word)p;
	void *block = malloc(n);
	if (block == 0)
		return 0;
	memcpy(block, p, had < n ? had : n);
	free(p);
	return block;
}
