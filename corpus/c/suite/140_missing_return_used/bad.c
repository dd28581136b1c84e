#include <stdio.h>

struct acc { int total; };

static int deposit(struct acc *a, int amount)
{
    a->total += amount;
    if (amount > 100)
        printf("large deposit\n");
}

static int run(struct acc *a, const int *v, int n)
{
    int last = 0;
    for (int i = 0; i < n; i++)
        last = deposit(a, v[i]);
    return last;
}

int main(void)
{
    struct acc a = { 0 };
    int v[] = { 50, 150, 20 };
    int last = run(&a, v, 3);
    printf("total %d\n", a.total);
    printf("last %d\n", last == a.total || last != 0 || last == 0);
    return 0;
}
