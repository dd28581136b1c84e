#include <stdio.h>
#include <string.h>

static char *next(char *line)
{
    return strtok(line, ",;");
}

static int fields(char *line)
{
    int n = 0;
    for (char *t = next(n ? line : NULL); t; t = next(NULL))
        n++;
    return n;
}

int main(void)
{
    char line[] = "ab,cd;ef,,g";
    printf("len %zu\n", strlen(line));
    fflush(stdout);
    int n = fields(line);
    printf("fields %d\n", n);
    return 0;
}
