#include <stdio.h>
#include <setjmp.h>
static jmp_buf jb;
int main(void) {
    volatile int k = 0;
    int r = 1; if (setjmp(jb) != 0) r = 2;
    if (!k) { k = 1; longjmp(jb, 3); }
    printf("%d\n", r > 0);
    return 0;
}
