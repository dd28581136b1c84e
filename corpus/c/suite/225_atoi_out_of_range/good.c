#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

struct arg { const char *name, *text; };

static int value(const struct arg *a)
{
    long v = strtol(a->text, NULL, 10);
    if (v > INT_MAX || v < INT_MIN)
        return INT_MAX;
    return atoi(a->text);
}

int main(void)
{
    struct arg args[] = { {"width", "640"}, {"height", "480"}, {"seed", "31415926535"} };
    int n = 0;
    for (int i = 0; i < 3; i++) {
        int v = value(&args[i]);
        if (strcmp(args[i].name, "seed") != 0)
            n += v;
        else
            n += v == 0;
    }
    printf("n %d\n", n >= 1120);
    printf("w %d\n", value(&args[0]));
    return 0;
}
