#include <stdio.h>
struct s { int a, b; };
int main(void)
{
    struct s s = { 1, 2 };
    int sum;
    {
        int *restrict p = &s.a;
        *p = 5;
        sum = *p + s.a;
    }
    printf("%d\n", sum);
    return 0;
}
