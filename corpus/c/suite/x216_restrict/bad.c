#include <stdio.h>
int main(void) {
    int a[2] = { 1, 2 };
    {
        int *restrict p = a;
        int *restrict q = a + 1;
        *p = 5;
        q[-1] = 6; /* BAD */
        printf("%d\n", *p > 0); /* BAD */
    }
    return 0;
}
