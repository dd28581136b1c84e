#include <stdio.h>
#include <string.h>

struct tag { char id[6]; };

static void copy_text(char *dst, const char *src, size_t max)
{
    size_t i;
    for (i = 0; i < max && src[i]; i++)
        dst[i] = src[i];
    dst[i] = '\0';
}

static int same(const char *a, const char *b, int n)
{
    return memcmp(a, b, (size_t)n) == 0;
}

int main(void)
{
    char name[6];
    copy_text(name, "abcdefgh", sizeof name - 1);
    printf("%d\n", same(name, "abcde", 5));
    copy_text(name, "xy", sizeof name - 1);
    printf("%s\n", name);
    return 0;
}
