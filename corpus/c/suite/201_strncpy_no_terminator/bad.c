#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct name { char *s; size_t cap; };

static size_t set(struct name *n, const char *text)
{
    strncpy(n->s, text, n->cap);
    return strlen(n->s);
}

int main(void)
{
    struct name n = { malloc(8), 8 };
    if (!n.s)
        return 1;
    size_t a = set(&n, "short");
    size_t b = set(&n, "much longer text");
    printf("a %zu\n", a);
    printf("b %d\n", b >= 7);
    free(n.s);
    return 0;
}
