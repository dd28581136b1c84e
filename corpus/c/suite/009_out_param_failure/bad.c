#include <stdio.h>
#include <string.h>

struct entry { const char *key; int value; };

static const struct entry table[] = {
    { "alpha", 10 }, { "beta", 20 }, { "gamma", 30 },
};

static int lookup(const char *key, int *out)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (strcmp(table[i].key, key) == 0) {
            *out = table[i].value;
            return 1;
        }
    }
    return 0;
}

static int get_or_fail(const char *key)
{
    int v;
    lookup(key, &v);
    return v + 1;
}

int main(void)
{
    printf("%d\n", get_or_fail("beta"));
    printf("%d\n", get_or_fail("delta"));
    return 0;
}
