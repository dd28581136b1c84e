#include <stdio.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static int v[4] = { 3, 1, 4, 1 };
int main(void)
{
    int i = 0;
    int m = MAX(v[i], 2) + v[i]; i++;
    printf("%d %d\n", m > 0, i);
    return 0;
}
