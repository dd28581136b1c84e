#include <stdio.h>
static int add(int a, int b) { return a + b; }
int main(void)
{
    int n = 1;
    int s = (n += 2, n *= 3, add(n, n));
    printf("%d\n", s > 0);
    return 0;
}
