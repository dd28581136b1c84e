#include <stdio.h>
#include <setjmp.h>
int main(void) {
    jmp_buf jb;
    volatile int k = 0;
    if (k++ == 0)
        longjmp(jb, 1); /* BAD */
    printf("%d\n", k);
    return 0;
}
