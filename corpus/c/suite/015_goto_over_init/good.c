#include <stdio.h>

static int process(int code, int *log)
{
    if (code < 0)
        goto done;

    int weight;
    weight = 3;
    *log += code * weight;
    return weight;
done:
    *log += 3;
    return -1;
}

int main(void)
{
    int log = 0;
    int codes[] = { 4, 2, -1, 6 };
    int errors = 0;
    for (int i = 0; i < 4; i++)
        if (process(codes[i], &log) < 0)
            errors++;
    printf("errors %d\n", errors);
    printf("log %d\n", log);
    return 0;
}
