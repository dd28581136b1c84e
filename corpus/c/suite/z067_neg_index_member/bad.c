#include <stdio.h>
struct s { int pre; int v[3]; };
int main(void)
{
    struct s s = { 9, { 1, 2, 3 } };
    int (*a)[3] = &s.v;
    int k = -1;
    printf("%d\n", (*a)[k] != 0);
    return 0;
}
