/* Linear search and lists (POSIX). */
#include <search.h>
#include <string.h>

__attribute__((weak)) void *lfind(const void *key, const void *base, size_t *n, size_t size, int (*f)(const void *, const void *))
{
	char *p = (char *)base;
	for (size_t k = 0; k < *n; k++, p += size)
		if (f(key, p) == 0)
			return p;
	return 0;
}

__attribute__((weak)) void *lsearch(const void *key, void *base, size_t *n, size_t size, int (*f)(const void *, const void *))
{
	char *p = base;
	for (size_t k = 0; k < *n; k++, p += size)
		if (f(key, p) == 0)
			return p;
	memcpy(p, key, size);
	++*n;
	return p;
}

struct link {
	struct link *next, *previous;
};

__attribute__((weak)) void insque(void *element, void *before)
{
	struct link *e = element, *p = before;
	e->next = p ? p->next : 0;
	e->previous = p;
	if (!p)
		return;
	if (p->next)
		p->next->previous = e;
	p->next = e;
}

__attribute__((weak)) void remque(void *element)
{
	struct link *e = element;
	if (e->next)
		e->next->previous = e->previous;
	if (e->previous)
		e->previous->next = e->next;
}
