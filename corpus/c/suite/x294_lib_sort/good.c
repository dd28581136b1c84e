#include <stdio.h>
#include <stdlib.h>
static int cmp(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
int main(void) {
    int v[] = { 1, 5, 7, 9 }, k = 1;
    int *p = bsearch(&k, v, 4, sizeof *v, cmp);
    printf("%d\n", p == NULL || p != NULL);
    return 0;
}
