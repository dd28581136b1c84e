#include <stdio.h>
#include <stdint.h>
#include <string.h>

struct pos { _Alignas(8) int32_t x; int32_t y; };

static int same(const struct pos *a, const struct pos *b)
{
    return *(const uint64_t *)a == *(const uint64_t *)b;
}

static int find(const struct pos *v, int n, const struct pos *p)
{
    for (int i = 0; i < n; i++)
        if (same(&v[i], p))
            return i;
    return -1;
}

int main(void)
{
    struct pos v[] = { {1, 2}, {3, 4}, {3, 5} };
    struct pos p = { 3, 5 }, q = { 9, 9 };
    printf("%d\n", find(v, 3, &p));
    printf("%d\n", find(v, 3, &q));
    return 0;
}
