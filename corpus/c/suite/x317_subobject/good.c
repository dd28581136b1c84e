#include <stdio.h>
static int total(int (*row)[3], int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++) s += row[i][j];
    return s;
}
int main(void) {
    int v[2][2][3] = { { { 1 } } };
    printf("%d\n", total(v[1], 2));
    return 0;
}
