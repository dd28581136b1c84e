#include <stdio.h>
int main(void) {
    int i = 0;
    int x = 5;
    goto in;
    {
    in:
        i = x * 2;
    }
    printf("%d\n", i);
    return 0;
}
