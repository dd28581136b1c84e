#include <stdio.h>
#include <setjmp.h>
static jmp_buf jb;
static int arm(void) { return setjmp(jb); }
int main(void) {
    static int n;
    setjmp(jb);
    if (n++ < 2) longjmp(jb, 1);
    printf("%d\n", n);
    return 0;
}
