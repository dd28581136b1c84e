#include <stdio.h>
#include <setjmp.h>

static jmp_buf env;
static int armed;

static int arm(void)
{
    if (setjmp(env) != 0)
        return 2;
    armed++;
    return 1;
}

static void fail(int code)
{
    longjmp(env, code);
}

static int run(int bad)
{
    volatile int local = 7;
    int st = 1;
    if (setjmp(env) != 0)
        return 2 + local;
    if (bad && armed == 0) {
        armed++;
        fail(3);
    }
    return st + local;
}

int main(void)
{
    armed = arm() - 1;
    int r = run(1);
    printf("%d\n", r != 0);
    return 0;
}
