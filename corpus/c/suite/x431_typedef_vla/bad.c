#include <stdio.h>
int main(void) {
    int n = 3;
    typedef int row[n];
    n = 5;
    row r;
    for (int i = 0; i < 3; i++) r[i] = i;
    printf("%d\n", r[n - 1] > 0); /* BAD */
    return 0;
}
