#include <stdio.h>
#include <setjmp.h>
static jmp_buf jb;
int main(void) {
    volatile int k = 0;
    int r = setjmp(jb) + 1; /* BAD */
    if (!k) { k = 1; longjmp(jb, 3); }
    printf("%d\n", r > 0);
    return 0;
}
