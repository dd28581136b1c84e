#include <stdio.h>
#include <setjmp.h>

static jmp_buf retry;

static int work(int n)
{
    if (n < 3)
        longjmp(retry, n + 1);
    return n * 10;
}

static int attempt(void)
{
    int tries = 0;
    if (setjmp(retry) != 0) {
        if (tries > 5)
            return -1;
    }
    tries++;
    return work(tries);
}

int main(void)
{
    int r = attempt();
    printf("r %d\n", r > 0);
    printf("direct %d\n", work(4));
    return 0;
}
