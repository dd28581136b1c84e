#include <stdio.h>
#include <ctype.h>
#include <string.h>
enum tk { NUM, OP, END };
struct lex { const char *s; char text[4]; enum tk t; };
static void next(struct lex *l) {
    while (isspace((unsigned char)*l->s)) l->s++;
    int n = 0;
    if (!*l->s) { l->t = END; return; }
    if (isdigit((unsigned char)*l->s)) {
        while (isdigit((unsigned char)*l->s)) { if (n < 3) l->text[n++] = *l->s; l->s++; }
        l->t = NUM;
    } else { l->text[n++] = *l->s++; l->t = OP; }
    l->text[n] = 0;
}
int main(void) {
    struct lex l = { "12 + 3456 * 7", "", END };
    int c = 0;
    do { next(&l); c++; } while (l.t != END);
    printf("%d\n", c);
    return 0;
}
