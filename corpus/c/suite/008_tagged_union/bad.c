#include <stdio.h>

struct value {
    enum { V_INT, V_REAL, V_NIL } tag;
    union { int i; double d; } u;
};

static void make(struct value *v, const char *text)
{
    if (text[0] == '#') {
        v->tag = V_INT;
        v->u.i = text[1] - '0';
    } else if (text[0] == '~') {
        v->tag = V_REAL;
        v->u.d = (text[1] - '0') / 2.0;
    } else {
        v->tag = V_INT;
    }
}

static void show(const struct value *v)
{
    switch (v->tag) {
    case V_INT:  printf("int %d\n", v->u.i); break;
    case V_REAL: printf("real %.1f\n", v->u.d); break;
    default:     printf("nil\n"); break;
    }
}

static void run(const char *s)
{
    struct value v;
    make(&v, s);
    show(&v);
}

int main(void)
{
    run("#7");
    run("~5");
    run("?");
    return 0;
}
