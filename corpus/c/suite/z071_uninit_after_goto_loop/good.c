#include <stdio.h>
int main(void)
{
    int s = 0;
    for (int i = 0; i < 3; i++) {
        int prev = 10;
        s += prev;
    }
    printf("%d\n", s > 0);
    return 0;
}
