#include <stdio.h>
#include <stdlib.h>
static inline int take(int *p, int k) { return p[k]; }
int main(void) {
    int a[2] = { 1, 2 };
    printf("%d\n", take(a, rand() % 1 + 1));
    return 0;
}
