#include <stdio.h>

typedef int (*visit_fn)(int value, void *ctx);

static int print_value(int value, void *ctx)
{
    (void)ctx;
    printf("value %d\n", value);
    return 0;
}

static int add_value(int value, void *ctx)
{
    *(int *)ctx += value;
    return 0;
}

static void each(const int *v, int n, visit_fn fn, void *ctx)
{
    for (int i = 0; i < n; i++)
        if (fn(v[i], ctx) != 0)
            break;
}

int main(void)
{
    int v[] = { 2, 3, 5 };
    int sum = 0;
    each(v, 3, add_value, &sum);
    each(v, 3, (visit_fn)print_value, NULL);
    printf("sum %d\n", sum);
    return 0;
}
