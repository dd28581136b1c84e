#include <stdio.h>
int main(void) {
    int a[2] = { 1, 2 };
    int *restrict p = a;
    {
        int *restrict q = a; p[0] = q[1];
    }
    {
        int *restrict r = a; *r = 1;
    }
    printf("%d\n", a[0]);
    return 0;
}
