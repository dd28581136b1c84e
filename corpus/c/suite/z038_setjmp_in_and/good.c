#include <stdio.h>
#include <setjmp.h>
static jmp_buf env;
int main(void)
{
    volatile int tries = 0;
    if (setjmp(env) == 0) {
        tries = 1;
        longjmp(env, 1);
    }
    printf("%d\n", tries);
    return 0;
}
