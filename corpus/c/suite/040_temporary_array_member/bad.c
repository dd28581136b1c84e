#include <stdio.h>
#include <string.h>

struct label { char text[24]; };

static struct label make_label(const char *stem, int n)
{
    struct label l;
    snprintf(l.text, sizeof l.text, "%s-%03d", stem, n);
    return l;
}

static size_t count_digits(const char *s)
{
    return strspn(strchr(s, '-') + 1, "0123456789");
}

int main(void)
{
    const char *name = make_label("node", 17).text;
    size_t d = count_digits(name);
    printf("digits %zu\n", d);
    printf("length %zu\n", strlen(make_label("x", 5).text));
    return 0;
}
