#include <stdio.h>
#include <stdlib.h>

static int smooth(int *buf, int n)
{
    int *restrict cur = buf;
    int *restrict prev = NULL;
    int changes = 0;
    for (int i = 0; i < n; i++) {
        if (prev && *cur < *prev) {
            *cur = *prev;
            changes++;
        }
        prev = cur;
        cur++;
    }
    return changes;
}

int main(void)
{
    int *v = malloc(6 * sizeof *v);
    if (!v)
        return 1;
    for (int i = 0; i < 6; i++)
        v[i] = (i * 7) % 5;
    int c = smooth(v, 6);
    printf("changes %d\n", c);
    printf("last %d\n", v[5]);
    free(v);
    return 0;
}
