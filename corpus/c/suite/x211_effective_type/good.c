#include <stdio.h>
static void swap(void **a, void **b) { void *t = *a; *a = *b; *b = t; }
int main(void) {
    int x = 1, y = 2;
    void *p = &x, *q = &y; swap(&p, &q);
    printf("%d\n", *(int *)p);
    return 0;
}
