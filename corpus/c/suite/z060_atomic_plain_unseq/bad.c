#include <stdio.h>
static int add(int a, int b) { return a + b; }
int main(void)
{
    int n = 1;
    int s = add(n += 2, n *= 3);
    printf("%d\n", s > 0);
    return 0;
}
