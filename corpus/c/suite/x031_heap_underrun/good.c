#include <stdio.h>
#include <stdlib.h>
struct hdr { int size; };
static int size_of(void *p) { return ((struct hdr *)p)[-1].size; }
int main(void) {
    struct hdr *h = malloc(sizeof *h + 8);
    if (!h) return 1;
    h->size = 8;
    printf("%d\n", size_of(h + 1));
    free(h);
    return 0;
}
