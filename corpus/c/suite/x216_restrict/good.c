#include <stdio.h>
int main(void) {
    int a[2] = { 1, 2 };
    {
        int *restrict p = a;
        int *restrict q = a + 1;
        *p = 5;
        q[0] = 6;
        printf("%d\n", *p > 0);
    }
    return 0;
}
