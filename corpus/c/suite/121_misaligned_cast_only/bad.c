#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct view { const int *words; int n; };

static struct view as_words(const char *raw, size_t off, int n)
{
    struct view v;
    v.words = (const int *)(raw + off);
    v.n = n;
    return v;
}

int main(void)
{
    char *raw = malloc(64);
    if (!raw)
        return 1;
    memset(raw, 0, 64);
    struct view a = as_words(raw, 8, 4);
    struct view b = as_words(raw, 21, 4);
    printf("%d\n", a.n + b.n);
    printf("%d\n", a.words != b.words);
    free(raw);
    return 0;
}
