#include <stdio.h>
#include <stdlib.h>

static int *extend(int *old, int n, int m)
{
    int *p = realloc(old, (size_t)m * sizeof *p);
    if (!p)
        exit(1);
    for (int i = n; i < m; i++)
        p[i] = p[i % n];
    return p;
}

int main(void)
{
    int n = 4, m = 4000;
    int *v = malloc((size_t)n * sizeof *v);
    int *guard = malloc(64);
    if (!v || !guard)
        return 1;
    for (int i = 0; i < n; i++)
        v[i] = i + 1;
    guard[0] = 7;
    v = extend(v, n, m);
    printf("%d %d\n", v[0], v[3]);
    printf("guard %d, size %d\n", guard[0], m);
    free(v);
    free(guard);
    return 0;
}
