#include <stdio.h>
int main(void) {
    int a[2] = { 1, 2 };
    int *restrict p = a;
    {
        int *restrict q = a; p = q; /* BAD */
    }
    {
        int *restrict r = a; int *restrict s = a; r = s; *r = 1; /* BAD */
    }
    printf("%d\n", a[0]);
    return 0;
}
