#include <stdio.h>
#include <stdint.h>
union pu { int *p; uintptr_t u; };
int main(void) {
    int a[3] = { 1, 2, 3 };
    union pu x;
    x.p = a;
    x.u += 8;
    printf("%d\n", *x.p);
    return 0;
}
