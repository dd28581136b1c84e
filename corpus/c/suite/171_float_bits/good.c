#include <stdio.h>
#include <string.h>

struct sample { float v; int n; };

static unsigned bits(const struct sample *s)
{
    unsigned u;
    memcpy(&u, &s->v, sizeof u);
    return u;
}

static int exponent(const struct sample *s)
{
    return (int)(bits(s) >> 23 & 0xff) - 127;
}

int main(void)
{
    struct sample s[] = { {1.0f, 1}, {8.5f, 2}, {0.25f, 3} };
    for (int i = 0; i < 3; i++)
        printf("%d\n", exponent(&s[i]));
    return 0;
}
