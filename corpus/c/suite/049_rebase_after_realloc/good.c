#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct writer { char *buf; char *pos; size_t cap; };

static void reserve(struct writer *w, size_t need)
{
    size_t used = (size_t)(w->pos - w->buf);
    if (used + need + 1 <= w->cap)
        return;
    size_t cap = (w->cap + need) * 2;
    char *nb = realloc(w->buf, cap);
    if (!nb)
        exit(1);
    w->pos = nb + used;
    w->buf = nb;
    w->cap = cap;
}

static void emit(struct writer *w, const char *s)
{
    size_t n = strlen(s);
    reserve(w, n);
    memcpy(w->pos, s, n);
    w->pos += n;
    *w->pos = '\0';
}

int main(void)
{
    struct writer w = { malloc(8), NULL, 8 };
    if (!w.buf)
        return 1;
    w.pos = w.buf;
    emit(&w, "one,");
    emit(&w, "twenty-two,");
    emit(&w, "end");
    printf("%s\n", w.buf);
    printf("%d\n", (int)(w.pos - w.buf));
    free(w.buf);
    return 0;
}
