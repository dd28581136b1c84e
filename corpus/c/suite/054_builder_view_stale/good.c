#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sb { char *s; size_t len, cap; };

static void sb_add(struct sb *b, const char *t)
{
    size_t n = strlen(t);
    if (b->len + n + 1 > b->cap) {
        char *p = malloc(b->len + n + 64);
        if (!p)
            exit(1);
        if (b->s)
            memcpy(p, b->s, b->len);
        free(b->s);
        b->s = p;
        b->cap = b->len + n + 64;
    }
    memcpy(b->s + b->len, t, n + 1);
    b->len += n;
}

static const char *sb_str(const struct sb *b) { return b->s; }

int main(void)
{
    struct sb b = { NULL, 0, 0 };
    sb_add(&b, "key");
    const char *view = sb_str(&b);
    for (int i = 0; i < 10; i++)
        sb_add(&b, "=0123456789");
    view = sb_str(&b);
    printf("starts with k: %d\n", view[0] == 'k');
    printf("len %zu\n", b.len);
    free(b.s);
    return 0;
}
