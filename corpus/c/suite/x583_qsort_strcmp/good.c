#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int cmp(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int cmpv(const void *a, const void *b) { return strcmp(a, b); }
int main(void) {
    char t[3][8] = { "pear", "apple", "fig" };
    qsort(t, 3, sizeof t[0], cmpv); (void)cmp;
    puts(t[0]);
    return 0;
}
