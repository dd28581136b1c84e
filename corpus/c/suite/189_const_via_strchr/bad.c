#include <stdio.h>
#include <string.h>

static int replace(const char *s, char from, char to)
{
    int n = 0;
    char *p = strchr(s, from);
    while (p) {
        *p = to;
        n++;
        p = strchr(p + 1, from);
    }
    return n;
}

int main(void)
{
    const char path[] = "usr/local/bin";
    char copy[] = "a/b";
    int n = replace(copy, '/', '.');
    printf("%s %d\n", copy, n);
    n = replace(path, '/', ':');
    printf("%d\n", n);
    return 0;
}
