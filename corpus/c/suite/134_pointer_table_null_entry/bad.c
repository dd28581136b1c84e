#include <stdio.h>
#include <stddef.h>

static const char *const words[] = { "red", "green", "blue", NULL };

static size_t length(const char *s)
{
    size_t n = 0;
    while (*s++)
        n++;
    return n;
}

static size_t longest(const char *const *w)
{
    size_t max = 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t l = length(w[i]);
        if (l > max)
            max = l;
    }
    return max;
}

int main(void)
{
    printf("%zu\n", length(words[1]));
    fflush(stdout);
    printf("longest %zu\n", longest(words));
    return 0;
}
