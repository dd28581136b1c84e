#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
typedef struct { char *s; size_t n, cap; } sb;
static void addf(sb *b, const char *f, ...) {
    va_list ap; va_start(ap, f);
    va_list aq; va_copy(aq, ap);
    int k = vsnprintf(NULL, 0, f, ap);
    va_end(ap);
    if (b->n + k + 1 > b->cap) {
        b->cap = (b->n + k + 1) * 2;
        char *t = realloc(b->s, b->cap);
        if (!t) exit(1);
        b->s = t;
    }
    vsnprintf(b->s + b->n, b->cap - b->n, f, aq); /* BAD */
    va_end(aq);
    b->n += k;
}
int main(void) {
    sb b = { 0 };
    addf(&b, "%s-%d", "abc", 5);
    addf(&b, "[%s]", b.s);
    addf(&b, "%c%05.1f", '!', 2.25);
    puts(b.s);
    free(b.s);
    return 0;
}
