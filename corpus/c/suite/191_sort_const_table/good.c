#include <stdio.h>

static int table[] = { 9, 4, 7, 1 };

static void sort(int *v, int n)
{
    for (int i = 1; i < n; i++) {
        int x = v[i], j = i;
        while (j > 0 && v[j - 1] > x) {
            v[j] = v[j - 1];
            j--;
        }
        v[j] = x;
    }
}

int main(void)
{
    int copy[4];
    for (int i = 0; i < 4; i++)
        copy[i] = table[i];
    sort(copy, 4);
    printf("%d %d\n", copy[0], copy[3]);
    fflush(stdout);
    sort((int *)table, 4);
    printf("%d\n", table[0]);
    return 0;
}
