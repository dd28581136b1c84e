#include <stdio.h>
#include <stdlib.h>

struct arena { char *mem; size_t used, size; };

static void *take(struct arena *a, size_t n)
{
    if (a->used + n > a->size)
        return NULL;
    void *p = a->mem + a->used;
    a->used += n;
    return p;
}

int main(void)
{
    struct arena a = { malloc(256), 0, 256 };
    if (!a.mem)
        return 1;
    char *tag = take(&a, 5);
    if (!tag)
        return 1;
    tag[0] = 'T';
    double *d = take(&a, 2 * sizeof *d);
    if (!d)
        return 1;
    d[0] = 2.5;
    d[1] = d[0] * 2;
    printf("%c %.1f\n", tag[0], d[1]);
    free(a.mem);
    return 0;
}
