#include <stdio.h>
#include <setjmp.h>

static jmp_buf env;

static int parse(const char *s)
{
    int n = 0;
    for (; *s; s++) {
        if (*s < '0' || *s > '9')
            longjmp(env, *s == '-' ? 2 : 1);
        n = n * 10 + (*s - '0');
    }
    return n;
}

static int safe_parse(const char *s)
{
    switch (setjmp(env)) {
    case 1:
        return -1;
    case 2:
        return -2;
    default:
        return parse(s);
    }
}

int main(void)
{
    printf("%d\n", safe_parse("451"));
    printf("%d\n", safe_parse("4x1"));
    printf("%d\n", safe_parse("-1"));
    return 0;
}
