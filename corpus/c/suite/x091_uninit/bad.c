#include <stdio.h>
int main(void) {
    int i = 0;
    goto in;
    {
        int x = 5;
    in:
        i = x * 2; /* BAD */
    }
    printf("%d\n", i); /* BAD */
    return 0;
}
