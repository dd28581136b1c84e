#include <stdio.h>
#include <stdlib.h>
int main(void) {
    union { void *p; size_t bits; } u;
    u.p = malloc(32);
    if (!u.p) return 1;
    u.bits += 16;
    free(u.p); /* BAD */
    puts("freed");
    return 0;
}
