#include <stdio.h>
#include <setjmp.h>
int main(void) {
    jmp_buf jb;
    volatile int k = 0;
    setjmp(jb);
    if (k++ == 0)
        longjmp(jb, 1);
    printf("%d\n", k);
    return 0;
}
