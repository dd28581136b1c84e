#include <stdio.h>
#include <string.h>

static void copy(char *restrict d, const char *restrict s, size_t n)
{
    while (n-- > 0)
        d[n] = s[n];
}

static void insert(char *line, size_t at, char c)
{
    size_t len = strlen(line);
    copy(line + at + 1, line + at, len - at + 1);
    line[at] = c;
}

int main(void)
{
    char line[64] = "hello world";
    insert(line, 5, ',');
    insert(line, 0, '>');
    printf("%s\n", line);
    printf("%zu\n", strlen(line));
    return 0;
}
