#include <stdio.h>
#include <ctype.h>

static const char *number(const char *s, int *out)
{
    int v, digits = 0;
    while (isdigit((unsigned char)*s)) {
        if (digits++ == 0)
            v = *s - '0';
        else
            v = v * 10 + (*s - '0');
        s++;
    }
    *out = v;
    return s;
}

int main(void)
{
    const char *line = "12,7,,350";
    int total = 0, fields = 0;
    for (const char *p = line; ; p++) {
        int v;
        p = number(p, &v);
        fields++;
        if (v > 0 && v < 1000)
            total += v;
        if (*p == '\0')
            break;
    }
    printf("fields %d total %d\n", fields, total);
    return 0;
}
