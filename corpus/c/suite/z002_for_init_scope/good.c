#include <stdio.h>
int main(void)
{
    const int *last = 0;
    int keep = 0;
    for (int i = 0, n = 4; i < n; i++) {
        keep = n; last = &keep;
    }
    int other[4] = { 9, 9, 9, 9 };
    printf("%d %d\n", *last, other[0]);
    return 0;
}
