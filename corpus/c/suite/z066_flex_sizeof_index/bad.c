#include <stdio.h>
struct b { int n; char d[]; };
static struct b s = { 0 };
int main(void)
{
    s.d[0] = 'x';
    s.n = s.d[0];
    printf("%d\n", s.n);
    return 0;
}
