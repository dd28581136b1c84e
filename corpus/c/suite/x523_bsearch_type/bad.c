#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int cmp(const char *a, const char *b) { return strncmp(a, b, 1); }
int main(void) {
    const char t[] = "abcdef";
    char *p = bsearch("d", t, 6, 1, (int (*)(const void *, const void *))cmp); /* BAD */
    printf("%d\n", p ? (int)(p - t) : -1);
    return 0;
}
