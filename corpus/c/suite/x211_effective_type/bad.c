#include <stdio.h>
static void swap(void **a, void **b) { void *t = *a; *a = *b; *b = t; } /* BAD */
int main(void) {
    int x = 1, y = 2; 
    int *p = &x, *q = &y; swap((void **)&p, (void **)&q);
    printf("%d\n", *(int *)p);
    return 0;
}
