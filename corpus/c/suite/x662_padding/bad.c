#include <stdio.h>
struct s { char c; long v; };
static unsigned hash(const void *p, size_t n) { const unsigned char *b = p; unsigned h = 1; while (n--) h = h * 31 + *b++; return h; } /* BAD */
int main(void) {
    struct s x;
    x.c = 'q';
    if (hash(&x, sizeof x) == 0) puts("zero"); else puts("some"); /* BAD */
    return 0;
}
