/* Memory with an alignment of one's own. */
#ifndef _MM_MALLOC_H_INCLUDED
#define _MM_MALLOC_H_INCLUDED
#include <stdlib.h>
extern int posix_memalign(void **, size_t, size_t);
static __inline__ __attribute__((__unused__)) void *_mm_malloc(size_t __size, size_t __align)
{
	void *__p;
	if (__align == 1)
		return malloc(__size);
	if (__align < sizeof(void *))
		__align = sizeof(void *);
	return posix_memalign(&__p, __align, __size) == 0 ? __p : 0;
}
static __inline__ __attribute__((__unused__)) void _mm_free(void *__p) { free(__p); }
#endif
