#include <stdio.h>
#include <stdlib.h>

struct arena { unsigned char *mem; size_t size; int moves; };

static int resize(struct arena *a, size_t size)
{
    unsigned char *p = realloc(a->mem, size);
    if (!p)
        return -1;
    a->mem = p;
    a->moves++;
    a->size = size;
    return 0;
}

int main(void)
{
    struct arena a = { malloc(16), 16, 0 };
    if (!a.mem)
        return 1;
    a.mem[0] = 1;
    for (size_t s = 32; s <= 128; s *= 2)
        if (resize(&a, s) != 0)
            return 1;
    printf("size %zu first %d\n", a.size, a.mem[0]);
    free(a.mem);
    return 0;
}
