#include <stdio.h>
#include <string.h>

static int command(const char *line, int *arg)
{
    char word[8];
    *arg = 0;
    int n = sscanf(line, "%s %d", word, arg);
    if (n < 1)
        return 0;
    return word[0] == 'g' ? 1 : word[0] == 'p' ? 2 : 3;
}

int main(void)
{
    const char *lines[] = { "get 5", "put 7", "synchronise 1" };
    int sum = 0, a;
    for (int i = 0; i < 3; i++) {
        sum += command(lines[i], &a);
        if (i < 2)
            printf("arg %d\n", a);
    }
    printf("sum %d\n", sum);
    return 0;
}
