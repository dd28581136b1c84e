#include <stdio.h>
int main(void)
{
    int a[3] = { 0, 1, 2 };
    int *p = a;
    *p = *p++ + 1;
    printf("%d\n", a[2]);
    return 0;
}
