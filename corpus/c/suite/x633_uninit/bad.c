#include <stdio.h>
struct acc { double sum; int n; };
static void feed(struct acc *a, double v) { a->sum += v; a->n++; } /* BAD */
int main(void) {
    struct acc a; a.n = 0;
    for (int i = 0; i < 3; i++) feed(&a, i); 
    printf("%d\n", a.sum > 1); /* BAD */
    return 0;
}
