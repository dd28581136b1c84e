#include <stdio.h>
#include <stdint.h>
#include <string.h>
int main(void) {
    int a[3] = { 1, 2, 3 };
    int *p = a; uintptr_t u;
    memcpy(&u, &p, sizeof u);
    u += 2 * sizeof(int);
    memcpy(&p, &u, sizeof p);
    printf("%d\n", *p);
    return 0;
}
