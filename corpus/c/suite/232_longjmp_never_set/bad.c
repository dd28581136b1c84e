#include <stdio.h>
#include <setjmp.h>
#include <string.h>

struct parser { jmp_buf on_error; const char *s; int depth; };

static struct parser parser;

static void group(struct parser *p)
{
    p->depth++;
    while (*p->s && *p->s != ')') {
        if (*p->s++ == '(')
            group(p);
    }
    if (*p->s++ != ')')
        longjmp(p->on_error, 1);
    p->depth--;
}

static int check(const char *s, int fatal)
{
    parser.s = s;
    parser.depth = 0;
    if (fatal) {
        if (setjmp(parser.on_error) != 0)
            return -1;
    }
    if (*parser.s++ == '(')
        group(&parser);
    return parser.depth + fatal;
}

int main(void)
{
    printf("%d\n", check("(a(b)c)", 0));
    fflush(stdout);
    int r = check("(a(b", 0);
    printf("%d\n", r <= 0);
    return 0;
}
