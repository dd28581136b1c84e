#include <stdio.h>
#include <string.h>
struct buf { char *d; size_t n; };
static void clear(struct buf *b) {
        memset(b->d, 0, b->n); /* BAD */
}
int main(void) { struct buf b = { NULL, 0 }; clear(&b); printf("%d\n", (int)b.n); return 0; }
