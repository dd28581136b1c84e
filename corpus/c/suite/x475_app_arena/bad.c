#include <stdio.h>
#include <stdlib.h>
#include <stddef.h>
#include <string.h>
typedef struct arena { unsigned char *base; size_t used, cap; } arena;
static void *aalloc(arena *a, size_t n, size_t al) {
    size_t at = (a->used + al - 1) & ~(al - 1);
    if (at > a->cap) return NULL;
    a->used = at + n;
    return a->base + at;
}
int main(void) {
    arena a = { malloc(64), 0, 64 };
    if (!a.base) return 1;
    int k = 0;
    for (;;) {
        long *p = aalloc(&a, 3 * sizeof *p, _Alignof(max_align_t));
        if (!p) break;
        for (int i = 0; i < 3; i++) p[i] = i; /* BAD */
        k++;
    }
    printf("%d\n", k);
    free(a.base);
    return 0;
}
