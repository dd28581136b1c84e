#include <stdio.h>
#include <stdlib.h>

static int *restrict input;
static int *restrict output;

static int run(int n)
{
    int s = 0;
    for (int i = 1; i < n; i++) {
        output[i] = input[i - 1] + input[i];
        s += output[i];
    }
    return s;
}

int main(void)
{
    int n = 10;
    int *a = calloc((size_t)n, sizeof *a), *b = calloc((size_t)n, sizeof *b);
    if (!a || !b)
        return 1;
    input = a;
    output = b;
    for (int i = 0; i < n; i++)
        input[i] = i;
    printf("sum %d\n", run(n));
    printf("in0 %d\n", input[0]);
    free(a);
    free(b);
    return 0;
}
