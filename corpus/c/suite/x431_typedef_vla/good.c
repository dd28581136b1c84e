#include <stdio.h>
int main(void) {
    int n = 3;
    typedef int row[n];
    n = 5;
    row r;
    for (int i = 0; i < 3; i++) r[i] = i;
    printf("%d\n", r[(int)(sizeof r / sizeof *r) - 1] > 0);
    return 0;
}
