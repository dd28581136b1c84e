#include <stdio.h>
int main(void)
{
    static char a[4], b[4];
    const char *e = a + 4, *s = b;
    long d = e - s;
    printf("%d\n", d == d);
    return 0;
}
