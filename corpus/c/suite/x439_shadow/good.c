#include <stdio.h>
int main(void) {
    int n = 1;
    {
        int m = n + 1; int n = m;
        printf("%d\n", n);
    }
    return n - 1;
}
