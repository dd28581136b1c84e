#include <stdio.h>
int main(void) {
    int n = 1;
    {
        int n = n + 1; /* BAD */
        printf("%d\n", n); /* BAD */
    }
    return n - 1;
}
