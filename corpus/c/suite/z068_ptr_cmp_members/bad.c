#include <stdio.h>
static int before(const void *a, const void *b) { return (const char *)a < (const char *)b; }
int main(void)
{
    struct { int a, b; } s = { 1, 2 };
    int t = 3;
    printf("%d\n", before(&s.a, &t) >= 0);
    return 0;
}
