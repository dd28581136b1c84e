/* Sorting and searching (C11 7.22.5), and qsort_r of glibc. Sorting merges, as glibc does up to 2.36, with the same comparisons in the same
   order: equal elements keep theirs, and a program that depends on it, or on what it is asked, gives what it gives there. The comparison gets
   pointers into the array alone. Elements are copied, never read: states of bytes and pointers stay what they are. */

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

typedef int (*compare)(const void *, const void *);
typedef int (*compare_with)(const void *, const void *, void *);

/* What a program in IR returns need not be in the range of an int, and what is above its bits does not count. */
typedef long (*__tuffy_compare)(const void *, const void *);
typedef long (*__tuffy_compare_with)(const void *, const void *, void *);

typedef struct { char bytes[4]; } __tuffy_4;
typedef struct { char bytes[8]; } __tuffy_8;
typedef struct { char bytes[16]; } __tuffy_16;
typedef struct { char bytes[24]; } __tuffy_24;

/* What is sorted: the size of elements, a function or one with an argument, and room for some elements. */
struct __tuffy_sorting {
	size_t size, room;
	__tuffy_compare plain;
	__tuffy_compare_with with;
	void *argument;
	char *between;
};

static inline int __tuffy_order(const struct __tuffy_sorting *s, const char *p, const char *q)
{
	return (int)(s->with == 0 ? s->plain(p, q) : s->with(p, q, s->argument));
}

/* Copies one element; those of a few words are moves of the machine. */
static inline void __tuffy_move(char *to, const char *from, size_t size)
{
	switch (size) {
	case 4:
		*(__tuffy_4 *)to = *(const __tuffy_4 *)from;
		return;
	case 8:
		*(__tuffy_8 *)to = *(const __tuffy_8 *)from;
		return;
	case 16:
		*(__tuffy_16 *)to = *(const __tuffy_16 *)from;
		return;
	case 24:
		*(__tuffy_24 *)to = *(const __tuffy_24 *)from;
		return;
	}
	memcpy(to, from, size);
}

/* Merges the first elements, left of them, with those behind. What is merged goes to the room between and back; what is left of the second list
   stands where it belongs. */
static void __tuffy_merge(const struct __tuffy_sorting *s, char *base, size_t left, size_t right)
{
	size_t size = s->size, merged = 0;
	const char *p = base, *q = base + left * size;
	char *to = s->between;
	while (left > 0 && right > 0) {
		if (__tuffy_order(s, p, q) <= 0) {
			__tuffy_move(to, p, size);
			p += size;
			left--;
		} else {
			__tuffy_move(to, q, size);
			q += size;
			right--;
		}
		to += size;
		merged++;
	}
	if (left > 0)
		memcpy(to, p, left * size);
	memcpy(base, s->between, (merged + left) * size);
}

/* Exchanges the first elements, left of them, with those behind, as far as there is room at once. */
static void __tuffy_rotate(const struct __tuffy_sorting *s, char *base, size_t left, size_t right)
{
	size_t size = s->size, room = s->room * size;
	char *end = base + (left + right) * size;
	for (size_t rest = left * size; rest > 0;) {
		size_t k = rest < room ? rest : room;
		char *from = base + rest - k;
		memcpy(s->between, from, k);
		memmove(from, from + k, end - from - k);
		memcpy(end - k, s->between, k);
		end -= k;
		rest -= k;
	}
}

/* The first of n elements that comes behind the key, or, where equal ones count as behind, the first that does not come before it. */
static size_t __tuffy_bound(const struct __tuffy_sorting *s, const char *key, const char *base, size_t n, int equal)
{
	size_t low = 0;
	while (low < n) {
		size_t middle = low + (n - low) / 2;
		const char *p = base + middle * s->size;
		if (equal ? __tuffy_order(s, p, key) >= 0 : __tuffy_order(s, key, p) < 0)
			n = middle;
		else
			low = middle + 1;
	}
	return low;
}

/* Merges two lists for which there may be no room: the longer is cut in the middle, the other where that belongs, and the two inner parts change
   places (Dudzinski and Dydek, "On a stable storage merging algorithm", 1981). */
static void __tuffy_join(const struct __tuffy_sorting *s, char *base, size_t left, size_t right)
{
	while (left > 0 && right > 0) {
		if (left + right <= s->room) {
			__tuffy_merge(s, base, left, right);
			return;
		}
		size_t first, second;
		char *middle = base + left * s->size;
		if (left == 1 && right == 1) {
			if (__tuffy_order(s, base, middle) > 0)
				__tuffy_rotate(s, base, 1, 1);
			return;
		}
		if (left >= right) {
			first = left / 2;
			second = __tuffy_bound(s, base + first * s->size, middle, right, 1);
		} else {
			second = right / 2;
			first = __tuffy_bound(s, middle + second * s->size, base, left, 0);
		}
		__tuffy_rotate(s, base + first * s->size, left - first, second);
		__tuffy_join(s, base, first, second);
		base += (first + second) * s->size;
		left -= first;
		right -= second;
	}
}

static void __tuffy_sort(const struct __tuffy_sorting *s, char *base, size_t n)
{
	size_t left = n / 2, right = n - left;
	if (n <= 1)
		return;
	__tuffy_sort(s, base, left);
	__tuffy_sort(s, base + left * s->size, right);
	__tuffy_join(s, base, left, right);
}

/* The room is for all elements, in bytes at most this, and for one at least. */
enum { __tuffy_room = 131072 };

static void __tuffy_sort_all(struct __tuffy_sorting *s, void *base, size_t n)
{
	size_t size = s->size;
	if (n <= 1 || size == 0)
		return;
	s->room = n;
	if (n > __tuffy_room / size)
		s->room = size < __tuffy_room ? __tuffy_room / size : 1;
	char between[s->room * size];
	s->between = between;
	/* An array that is shorter than was said is found out at once. */
	__tuffy_move(between, (char *)base + (n - 1) * size, size);
	__tuffy_sort(s, base, n);
}

void qsort(void *base, size_t n, size_t size, compare f)
{
	struct __tuffy_sorting s = {.size = size, .plain = (__tuffy_compare)f};
	__tuffy_sort_all(&s, base, n);
}

void qsort_r(void *base, size_t n, size_t size, compare_with f, void *argument)
{
	struct __tuffy_sorting s = {.size = size, .with = (__tuffy_compare_with)f, .argument = argument};
	__tuffy_sort_all(&s, base, n);
}

/* The key is the first argument of each comparison, and the middle is glibc's. */
void *bsearch(const void *key, const void *base, size_t n, size_t size, compare f)
{
	size_t low = 0;
	while (low < n) {
		size_t middle = (low + n) / 2;
		const char *p = (const char *)base + middle * size;
		int order = (int)((__tuffy_compare)f)(key, p);
		if (order == 0)
			return (void *)p;
		if (order < 0)
			n = middle;
		else
			low = middle + 1;
	}
	return 0;
}
