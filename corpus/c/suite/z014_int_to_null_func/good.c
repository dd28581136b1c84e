#include <stdio.h>
typedef int fn(int);
static int twice(int x) { return 2 * x; }
int main(void)
{
    fn *t[2] = { twice, 0 };
    int s = 0;
    for (int i = 0; i < 2; i++)
        if (t[i]) s += t[i](i + 1);
    printf("%d\n", s);
    return 0;
}
